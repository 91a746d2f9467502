declare module 'json-merge-patch' {
  const jsonMergePatch: {
    /** Merges in place and returns the target. */
    apply<T extends object>(target: T, patch: object): T
  }
  export default jsonMergePatch
}
