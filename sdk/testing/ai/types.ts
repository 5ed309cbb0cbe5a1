/** A request that reached the simulator. */
export interface AiRequest {
  method: string;
  path: string;
  /** Value of the header `Authorization`; undefined: none was sent. */
  authorization: string | undefined;
  /** The parsed JSON; undefined for forms. */
  // oxlint-disable-next-line no-explicit-any -- Tests read fields of requests of any shape.
  body: any;
  /** The exact text that was received. */
  raw: string;
  at: number;
}

export interface AiSimulator {
  /** The base address: `http://127.0.0.1:4000/v1`. */
  url: string;
  /** All requests, oldest first: assert on what left the house. */
  requests: AiRequest[];
  /** The moments at which pieces of streamed answers were sent, in milliseconds, by text of the piece. */
  sent: { text: string; at: number }[];
  /** Ends answers that wait because of `#hang`. */
  release(): void;
  close(): Promise<void>;
}

export interface AiSimulatorOptions {
  /** The key that requests must carry; others are refused with 401. Absent: none is needed. */
  key?: string;
  /** Names of the models; absent: `sim-1`. */
  models?: readonly string[];
  /** Answers requests with `tools` with 400, as servers without tools do. */
  refusesTools?: boolean;
  /** Answers 400 when this parameter is sent. */
  refuses?: readonly string[];
  /** Endings of file names that are refused with 400. Absent: `.oga` and `.opus`, as OpenAI does. */
  refusedAudio?: readonly string[];
}
