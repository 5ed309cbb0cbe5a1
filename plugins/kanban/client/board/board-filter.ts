/** The filters of a board, as they are in the address; '' for none. */
export interface BoardFilter {
  /** '' for one's own, `all`, or the id of an attendant. */
  view: string;
  search: string;
  status: string;
  queueIds: string;
  users: string;
  whatsappId: string;
  tags: string;
  /** In cents. */
  min: string;
  max: string;
  idleDays: string;
  followUp: string;
}
export const filterNames = [
  'view',
  'search',
  'status',
  'queueIds',
  'users',
  'whatsappId',
  'tags',
  'min',
  'max',
  'idleDays',
  'followUp',
] as const satisfies readonly (keyof BoardFilter)[];

/** Reads the filters from the address of the board's page. */
export const readFilter = (search: URLSearchParams): BoardFilter =>
  Object.fromEntries(filterNames.map((name) => [name, search.get(name) ?? ''])) as unknown as BoardFilter;

/** The id of the board that the address names; undefined for the first one. */
export const readBoard = (search: URLSearchParams): number | undefined => {
  const id = Number(search.get('quadro'));
  return id > 0 ? id : undefined;
};
