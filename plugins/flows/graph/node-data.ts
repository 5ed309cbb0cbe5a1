/** `data` of each kind of node, as the forms write it and the server reads it. */
import type { FlowSettings } from './types.ts';

/** A copy of the weekly hours of the SDK, for the browser. */
interface WorkingDay {
  weekdayEn: string;
  startTime?: string | undefined;
  endTime?: string | undefined;
  startTimeA?: string | undefined;
  endTimeA?: string | undefined;
  startTimeB?: string | undefined;
  endTimeB?: string | undefined;
}

/** Questions that repeat and give up: `invalidTexts` by attempt, the last one repeats. */
export interface AskData {
  /** Seconds of typing before the question. */
  delay: number;
  /** Texts after the first, second, … answer that does not fit; empty: the question again. */
  invalidTexts: string[];
  /** Answers that do not fit before the way `invalid`: 3. */
  tries: number;
  /** Minutes without an answer before the way `timeout`; 0: only the flow's expiry ends it. */
  timeoutMinutes: number;
}

export interface NodeData {
  startNode: { label: string; settings?: Partial<FlowSettings> };
  /** `sendGreetingMessage`: 1 message, 2 greeting of the queue or connection, 3 closing. */
  messageNode: { label: string; delay: number; sendGreetingMessage: 1 | 2 | 3 };
  questionNode: AskData & {
    question: string;
    /** On the wire also texts: `id` is then the position, from 1. */
    options: { id: string; title: string }[];
    /** `list`: to tap, where the channel can; `text`: numbered. */
    optionType: 'text' | 'list';
    /** Receives the title of the chosen option; '': none. */
    variable: string;
  };
  /** `delay` in seconds, 1 to 2,592,000. */
  delayNode: { delay: number };
  attachmentNode: {
    mediaName: string;
    mediaPath: string;
    mime: string;
    size: number;
    /** Text with the file. */
    caption: string;
    delay: number;
  };
  /** On the wire `queueId`, `department` or `queue`. `text` is sent before. */
  departmentNode: { queueId: number | null; text: string };
  /** Stores the next reply; or `value`, when it is not empty, without waiting. */
  variableNode: { labelInput: string; value: string };
  conditionNode: {
    /** The first that matches; else the way `else`. */
    branches: { id: string; title: string; match: 'all' | 'any'; rules: ConditionRule[] }[];
  };
  hoursNode: {
    /** `usual`: as the company's setting says; `queue`: of `queueId`; `own`: `week`. */
    source: 'usual' | 'company' | 'connection' | 'queue' | 'own';
    queueId: number | null;
    week: WorkingDay[];
  };
  collectNode: AskData & {
    question: string;
    kind: CollectKind;
    variable: string;
    /** Least and greatest number, or length of a text; null: no limit. */
    min: number | null;
    max: number | null;
  };
  jumpNode: { flowId: number | null; returns: boolean };
  httpNode: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    url: string;
    /** `%secret.NAME%` inserts a stored secret, in the address and headers only. */
    headers: { name: string; value: string }[];
    /** JSON or text; variables are escaped for JSON when the content type is JSON. */
    body: string;
    /** Paths like `data.items[0].name` into variables. */
    saves: { path: string; variable: string }[];
    timeoutSeconds: number;
  };
  splitNode: { branches: { id: string; title: string; weight: number }[] };
  setNode: { changes: SetChange[] };
  personNode: {
    /** `user`: `userId`; `least-busy`: of `queueId`, who is online first; `last`: who attended this contact last. */
    mode: 'user' | 'least-busy' | 'last';
    userId: number | null;
    queueId: number | null;
    text: string;
  };
  contactNode: { field: 'name' | 'email'; value: string };
  noteNode: { text: string };
  templateNode: { name: string; language: string; variables: Record<string, string> };
  /** Posts the variables as JSON. */
  webhookNode: { url: string; headers: { name: string; value: string }[]; isRequired: boolean };
  /** `asksRating`: closing text and rating as when a person closes. */
  closeNode: { text: string; asksRating: boolean };
  commentNode: { text: string; colour?: string };
  frameNode: { title: string; colour?: string };
}

export type CollectKind =
  'text' | 'number' | 'date' | 'email' | 'phone' | 'cpf' | 'cnpj' | 'cep' | 'file' | 'location' | 'rating';
export const collectKinds: readonly CollectKind[] = [
  'text',
  'number',
  'date',
  'email',
  'phone',
  'cpf',
  'cnpj',
  'cep',
  'file',
  'location',
  'rating',
];

export type ConditionOperator =
  | 'equal'
  | 'notEqual'
  | 'contains'
  | 'notContains'
  | 'startsWith'
  | 'endsWith'
  | 'isSet'
  | 'isEmpty'
  | 'greater'
  | 'atLeast'
  | 'less'
  | 'atMost'
  | 'between'
  | 'oneOf';
export const conditionOperators: readonly ConditionOperator[] = [
  'equal',
  'notEqual',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'isSet',
  'isEmpty',
  'greater',
  'atLeast',
  'less',
  'atMost',
  'between',
  'oneOf',
];
export interface ConditionRule {
  /** A variable or built-in name, without `%`. */
  name: string;
  operator: ConditionOperator;
  /** With variables; of `oneOf` a list separated by commas. */
  value: string;
  /** Upper end of `between`. */
  to?: string | undefined;
}
export interface SetChange {
  variable: string;
  /** `set` a text with variables, `add` a number, `now`, or `clear`. */
  how: 'set' | 'add' | 'now' | 'clear';
  value: string;
}

/** Kinds whose executor this plugin has; `tagNode`, `removeTagNode`, `kanbanNode` and `chatBotNode` are of others. */
export const builtInTypes = [
  'startNode',
  'messageNode',
  'questionNode',
  'delayNode',
  'attachmentNode',
  'departmentNode',
  'variableNode',
  'conditionNode',
  'hoursNode',
  'collectNode',
  'jumpNode',
  'httpNode',
  'splitNode',
  'setNode',
  'personNode',
  'contactNode',
  'noteNode',
  'templateNode',
  'webhookNode',
  'closeNode',
] as const;
/** Kinds of the specification that other plugins run. */
export const foreignTypes = ['tagNode', 'removeTagNode', 'kanbanNode', 'chatBotNode'] as const;
