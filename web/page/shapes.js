// The shapes of the answers that the page reads; docs/operations.md describes them.

/**
 * @typedef {{kept_per_mille: number, unchanged_bytes: number, older_bytes: number, total_bytes: number, cause: string}}
 *   KeptPrefix
 * @typedef {{id: string, cause: string, bytes: number}} Departure
 * @typedef {{commit_id: string, parent: string | null, cycle: number, actor: string, message: string,
 *   host_time: string, branches: string[], tags: string[], sizes: {sys: number, seq: number, ah: number} | null |
 *   undefined, prefix: KeptPrefix | null, left: Departure[], compacted: number}} Commit  sizes: undefined: not loaded yet
 * @typedef {{id: string, nodeType: string, parent_id?: string, role?: string, kind?: string, key?: string,
 *   depth?: number, offset?: number, ttl?: number, priority?: number, cycle?: number, bytes?: number, tokens?: number,
 *   text?: string, marks?: string[], pinned?: boolean, purged?: boolean, uncommitted?: boolean}} OutlineNode
 * @typedef {{id: string, begin: number, end: number}} Unit
 * @typedef {{request: string, profile: string | null, units: Unit[] | null,
 *   repairs: {id: string, kind: string}[]}} Rendered
 * @typedef {{index: number, id: string, begin: number, end: number} | null} EdgeUnit
 * @typedef {{older_cycle: number, newer_cycle: number, profile: string | null, kept_per_mille: number,
 *   unchanged_bytes: number, older_bytes: number, total_bytes: number, offset: number, newer_unit: EdgeUnit,
 *   older_unit: EdgeUnit, cause: string, commit: {cycle: number, commit_id: string | null} | null}} PrefixReport
 * @typedef {{code?: string, message: string, hint?: string | null, place?: {offset: number, length: number} | null}}
 *   Fault
 * @typedef {{operation: string, args: Record<string, unknown>}} Question
 */

export {};
