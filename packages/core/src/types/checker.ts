/** What a checker says, whichever version it is of; `N` is a node of its trees, `T` one of its types. */

export interface Checker<N, T> {
  readonly trees: Trees<N>
  readonly types: TypeReader<T>
  readonly files: ProjectFiles
  /** Types of expressions, type nodes, parameters and classes, in order. */
  typesAt(nodes: readonly N[]): readonly (T | null)[]
  /** Declarations of what names stand for, imports followed; in the order of the names. */
  declarationsAt(names: readonly N[]): readonly (readonly Declaration<N>[])[]
  /** Declaration of the value a type is of: the class of an instance. */
  valueDeclaration(type: T): Declaration<N> | null
}

export interface Declaration<N> {
  /** Absolute path. */
  readonly file: string
  /** Costs the tree of its file. */
  node(): N | null
}

/** The members of a node that every kind has; the others are reached by name. */
export interface TreeNode<N> {
  readonly kind: number
  readonly parent: N | undefined
  getStart(): number
  getFullStart(): number
  getEnd(): number
  forEachChild<R>(visit: (child: N) => R | undefined): R | undefined
}

export type Kind =
  | 'ArrowFunction'
  | 'CallSignature'
  | 'ClassDeclaration'
  | 'ClassExpression'
  | 'ConstructSignature'
  | 'Constructor'
  | 'ConstructorType'
  | 'DefaultKeyword'
  | 'ExportKeyword'
  | 'FunctionDeclaration'
  | 'FunctionExpression'
  | 'FunctionType'
  | 'GetAccessor'
  | 'InterfaceDeclaration'
  | 'JSDocPrivateTag'
  | 'JSDocProtectedTag'
  | 'MethodDeclaration'
  | 'MethodSignature'
  | 'Parameter'
  | 'PrivateKeyword'
  | 'PropertyAccessExpression'
  | 'PropertyAssignment'
  | 'PropertyDeclaration'
  | 'ProtectedKeyword'
  | 'SetAccessor'
  | 'TypeAliasDeclaration'
  | 'VariableDeclaration'

export interface Trees<N> {
  /** Tree of a project's file, by its path from the root. */
  source(file: string): N | undefined
  /** How many characters of the file stand before the text of its tree. */
  shift(file: string): number
  textAt(node: N, start: number, end: number): string
  /** Numbers of the kinds: they differ between versions. */
  readonly kinds: Readonly<Record<Kind, number>>
  isExpression(node: N): boolean
  isTypeNode(node: N): boolean
  isMemberName(node: N): boolean
}

export interface ProjectFiles {
  /** Path of a file the project declares, from its root; null for a library's. */
  projectPath(file: string): string | null
  /** Package that declares a file; null for the language's own library. */
  packageOf(file: string): string | null
}

export type TypeFlag =
  | 'Any'
  | 'BigIntLike'
  | 'Boolean'
  | 'BooleanLiteral'
  | 'ESSymbolLike'
  | 'Instantiable'
  | 'Intersection'
  | 'Never'
  | 'NonPrimitive'
  | 'Null'
  | 'NumberLike'
  | 'Object'
  | 'StringLike'
  | 'Undefined'
  | 'Union'
  | 'Unknown'
  | 'Void'

export interface TypeReader<T> {
  /** Whether it has any of the flags. */
  is(type: T, ...flags: readonly TypeFlag[]): boolean
  /** Value of a literal type; null for any other. */
  literal(type: T): string | number | boolean | null
  /** Types a union or intersection is made of; of any other none. */
  parts(type: T): readonly T[]
  /** Null for a type that nobody named. */
  name(type: T): TypeName<T> | null
  /** An array or tuple. */
  isList(type: T): boolean
  items(list: T): readonly T[]
  properties(type: T): readonly Property<T>[]
  /** Types of index signatures. */
  indexes(type: T): readonly T[]
  isCallable(type: T): boolean
  /** What its first call signature returns. */
  returns(type: T): T | null
  /** An empty literal or class has no members; an empty interface or `{}` says nothing about them. */
  isClosed(type: T): boolean
}

/** What a type is called and where it is declared. */
export interface TypeName<T> {
  name: string
  /** Path of the declaring file when the project declares it, else null. */
  file: string | null
  args(): readonly T[]
}

export interface Property<T> {
  readonly name: string
  readonly isOptional: boolean
  /** Declared as a method, so callable whatever its type says. */
  readonly isMethod: boolean
  isHidden(): boolean
  type(): T
}
