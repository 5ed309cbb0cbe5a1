/** Films that explain the product, the same for the people of all companies. */
export interface Help {
  id: number;
  title: string;
  description: string;
  /** Code of the film on YouTube. */
  video: string;
}
