/** Wrappers and throws over a unit; declared against produced statuses. */
export { composeWrappers } from './compose-wrappers.js'
export { declaredStatusGaps, isUndeclared, ownContract, specHolds } from './declared-statuses.js'
export {
  fullReadObstacle,
  isUncertain,
  literalStatus,
  ownPathsObstacle,
  statusRange,
  type ReadObstacle,
  type UnitIndex,
} from './read-state.js'
export { scopedRefs } from './scope.js'
