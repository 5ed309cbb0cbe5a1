/** A contact in the list of the privacy tab. */
export interface ContactRow {
  id: number;
  name: string;
  number: string;
  email: string;
}
