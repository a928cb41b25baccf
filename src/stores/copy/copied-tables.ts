/** A table that is copied. */
export type CopiedTable =
  | 'owners'
  | 'accounts'
  | 'balances'
  | 'entries'
  | 'holds'
  | 'starts'
  | 'api_keys'
  | 'recipes'
  | 'recipe_versions'
  | 'runs'
  | 'deliveries'
  | 'schedules'
  | 'ticks'
  | 'answers'
  | 'sign_in_links'
  | 'sessions';

/** Every table with what its rows are ordered and told apart by. `owners` come first: what they had begun is to be recovered. */
export const copiedTables: Readonly<Record<CopiedTable, readonly string[]>> = {
  owners: ['id'],
  accounts: ['seq'],
  balances: ['account'],
  entries: ['seq'],
  holds: ['id'],
  starts: ['account', 'number'],
  api_keys: ['seq'],
  recipes: ['seq'],
  recipe_versions: ['recipe_id', 'revision'],
  runs: ['seq'],
  deliveries: ['seq'],
  schedules: ['seq'],
  ticks: ['schedule_id', 'due_at'],
  answers: ['account', 'key'],
  sign_in_links: ['hash'],
  sessions: ['hash'],
};
