/** A video that explains the product, the same for the people of all companies. */
export interface Help {
  id: number;
  title: string;
  description: string;
  /** Id of the YouTube video. */
  video: string;
}
