/** A message of the visitor that the server has not stored yet. */
export interface WaitingMessage {
  /** The same on every attempt, so that the server stores it once. */
  id: string;
  body: string;
  at: string;
  file?: { name: string; size: number; mime: string };
  /** Locale key of the reason why it is not retried by itself. */
  failure?: 'refused' | 'noRoom' | 'tooLarge' | 'fileType' | 'fileLost';
}
