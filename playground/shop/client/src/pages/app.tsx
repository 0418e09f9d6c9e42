/** The list of users, and the card of the chosen one. */
import { useEffect, useState } from 'react'
import { loadUsers, type UserRow } from '../api/users'
import { UserPage } from './user-page'

export function App() {
  const [users, setUsers] = useState<UserRow[]>([])
  const [chosen, setChosen] = useState<string | null>(null)

  useEffect(() => {
    loadUsers().then(setUsers, () => setUsers([]))
  }, [])

  return (
    <main>
      <ul>
        {users.map(user => (
          <li key={user.id}>
            <button type="button" onClick={() => setChosen(user.id)}>
              {user.fullName}
            </button>
          </li>
        ))}
      </ul>
      {chosen && <UserPage id={chosen} />}
    </main>
  )
}
