import type { FlowEnd } from '../../contract.ts';
import type { FlowOffice, Node, Way } from '../flow-office.ts';

/** An input of the customer, or time that passes. */
export type Input =
  | string
  | { minutes: number }
  | { file: { name: string; mime: string; size: number } }
  | { location: { latitude: number; longitude: number } };

export interface Drawn {
  nodes: Node[];
  ways: Way[];
  settings?: object;
  /** Checks what the conversation became, beside its texts. */
  after?(ticketId: number): Promise<void>;
}

/** A conversation whose texts are known: the engine and the simulator must both give them. */
export interface Scenario {
  title: string;
  draw(office: FlowOffice, system: System): Promise<Drawn> | Drawn;
  /** After the first message, with which the flow begins. */
  inputs: Input[];
  said: string[];
  ended: FlowEnd | null;
}

/** A system of the company that flows call. */
export interface System {
  url(path: string): string;
}

export const hasEqual = (actual: unknown, expected: unknown, what: string): void => {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
};

/** Ways from each node to the next. */
export const line = (...ids: string[]): Way[] => ids.slice(1).map((id, index) => [ids[index] ?? '', id]);

export const collect = (kind: string, more: object = {}): Node => [
  'c',
  'collectNode',
  { question: 'Qual?', kind, variable: 'v', invalidTexts: ['Não entendi.'], tries: 3, ...more },
];

/** Kinds of node that a scenario has. */
export const typesOf = ({ nodes }: Drawn): string[] => nodes.map(([, type]) => type);
