/** Requests and responses of the routes, for server and browser. */
import type { FlowEnd, FlowValue } from '../contract.ts';
import type { FlowProblem } from './types.ts';

interface Who {
  id: number;
  name: string;
}

/** GET /flow/list → { records: FlowRow[] } */
export interface FlowRow {
  id: number;
  title: string;
  /** ISO 8601, as all times here. */
  createdAt: string;
  updatedAt: string;
  updatedBy: Who | null;
  isLive: boolean;
  /** Number of the published version; null: none. */
  liveNumber: number | null;
  /** The draft differs from the published version. */
  isDraftChanged: boolean;
  /** Sessions running now. */
  running: number;
  /** Names of the queues and connections that start it. */
  usedBy: string[];
}

/** GET /flow/list/numbers → { records: FlowListNumbers[] }: flows with conversations in the last seven days. */
export interface FlowListNumbers {
  id: number;
  /** Conversations that began, by day, today last. */
  days: number[];
  /** Of those that ended: led to the end or to a department, taken over by a person, stopped in between. */
  completed: number;
  taken: number;
  stopped: number;
}

/** GET /flow/{id} */
export interface FlowDetail extends FlowRow {
  /** The draft: JSON string of elements. */
  data: string;
  draftRev: number;
  /** Occasions on which it starts. */
  triggers: FlowTriggerChoice[];
}
export interface FlowTriggerChoice {
  trigger: string;
  subject: string;
}

/**
 * POST /flow, PUT /flow/{id}. `publish`: default true; false stores the draft only. `draftRev`: that of the draft on
 * which the change is based; 409 ERR_FLOW_CHANGED with `context: FlowConflict` when it is no longer the current one.
 * 400 ERR_FLOW_INVALID with `context: { problems: FlowProblem[] }`: nothing was stored.
 */
export interface SaveFlow {
  id?: number;
  title: string;
  data: string;
  publish?: boolean;
  draftRev?: number;
  /** A line about the version. */
  note?: string;
  triggers?: FlowTriggerChoice[];
}
export interface SavedFlow {
  id: number;
  title: string;
  draftRev: number;
  /** The published version; null: only the draft was stored. */
  version: { id: number; number: number } | null;
  /** Problems of the draft: with `publish` only warnings. */
  problems: FlowProblem[];
}
export interface FlowConflict {
  draftRev: number;
  by: Who | null;
  at: string;
  /** The stored draft, for showing the differences. */
  data: string;
  title: string;
}

/** POST /flow/{id}/media-upload, form `file`, `nodeId` */
export interface FlowFile {
  mediaPath: string;
  mediaName: string;
  mime: string;
  size: number;
}

/** POST /flow/check { id?, data } */
export interface FlowChecked {
  problems: FlowProblem[];
}

/** GET /flow/catalogue */
export interface FlowCatalogue {
  /** Kinds of node that the server runs for this company. */
  types: string[];
  /** Built-in names and those of plugins; `label` is a text in the reader's language. */
  variables: { name: string; label: string }[];
  triggers: { trigger: string; label: string; subjects: { id: string; name: string }[] | null }[];
  channels: string[];
  /** Names of the stored secrets for HTTP requests. */
  secrets: string[];
}
/** PUT /flow/secrets { name, value }: '' removes it. 204. */

/** GET /flow/{id}/versions → { versions: FlowVersionRow[] } */
export interface FlowVersionRow {
  id: number;
  number: number;
  note: string;
  publishedAt: string;
  publishedBy: Who | null;
  isLive: boolean;
  /** Sessions of it that run now. */
  running: number;
}
/** GET /flow/{id}/versions/{versionId} */
export interface FlowVersionDetail extends FlowVersionRow {
  data: string;
}
/** POST /flow/{id}/versions/{versionId}/restore { publish?: boolean, draftRev? } → SavedFlow. Default: draft only. */

/** GET /flow/{id}/diff?from={versionId|draft}&to={versionId|draft} */
export interface FlowDiff {
  added: { nodeId: string; type: string }[];
  removed: { nodeId: string; type: string }[];
  changed: { nodeId: string; type: string; fields: { field: string; from: unknown; to: unknown }[] }[];
  /** Nodes that only moved on the canvas. */
  moved: string[];
  edges: { added: FlowDiffEdge[]; removed: FlowDiffEdge[] };
}
export interface FlowDiffEdge {
  source: string;
  sourceHandle: string;
  target: string;
}
/** POST /flow/{id}/unpublish → SavedFlow: it can no longer be started; running sessions continue. */

/**
 * POST /flow/simulate: one input on a drawing. No conversation, no message. `state` is that of the previous response,
 * opaque; null begins.
 */
export interface Simulate {
  flowId?: number;
  data: string;
  state: unknown;
  input: SimulatedInput;
  options: {
    /** Id of a channel, or 'none' for one without capabilities. */
    channel: string;
    /** ISO 8601: the clock of the simulator. */
    now: string;
    /** Begins here instead of at the start. */
    startAt?: string;
    variables?: Record<string, FlowValue>;
    /** Stops before these nodes. */
    breakpoints?: string[];
    /** Calls providers (HTTP, assistant). Absent: `work` waits for an input of kind `work`. */
    isReal?: boolean;
  };
}
export type SimulatedInput =
  | { kind: 'start' }
  | {
      kind: 'message';
      body: string;
      choice?: string;
      file?: { name: string; mime: string; size: number };
      location?: { latitude: number; longitude: number };
    }
  /** The clock moved to `options.now`: due timers and timeouts fire, one after another. */
  | { kind: 'clock' }
  /** The result of the work that is waited for, instead of the provider's. */
  | { kind: 'work'; result?: unknown; failed?: string }
  /** Continues after a breakpoint. */
  | { kind: 'continue' };
export interface Simulated {
  state: unknown;
  /** In order: what this input caused. */
  entries: SimulatedEntry[];
  status: 'running' | 'waiting' | 'stopped' | 'ended';
  /** The node that waits, or before which it stopped. */
  nodeId: string | null;
  /** The awaited thing; `until`: when a timer or timeout is due, or the session expires. */
  wait: { kind: 'reply' | 'timer' | 'work'; until: string | null; input?: unknown } | null;
  ended: FlowEnd | null;
  variables: Record<string, FlowValue>;
}
export type SimulatedEntry =
  | { kind: 'customer'; body: string; choice: string | null }
  | {
      kind: 'message';
      nodeId: string;
      text: string;
      options: { id: string; title: string }[];
      /** The channel shows the options as buttons; false: `text` numbers them. */
      isTappable: boolean;
      file: { path: string; name: string; mime: string } | null;
    }
  | { kind: 'effect'; nodeId: string; effect: 'note' | 'route' | 'close' | 'apply'; label: string }
  | { kind: 'enter'; nodeId: string }
  | { kind: 'leave'; nodeId: string; handle: string; edgeId: string | null }
  | { kind: 'set'; nodeId: string; name: string; value: FlowValue }
  | { kind: 'error'; nodeId: string | null; code: string }
  | { kind: 'ended'; reason: FlowEnd };

/** GET /flow/{id}/dialogues → { dialogues: FlowDialogue[] }; POST the same path without `id`; PUT, DELETE …/{dialogueId} */
export interface FlowDialogue {
  id: number;
  name: string;
  channel: string;
  /** ISO 8601: the clock at the beginning. */
  now: string;
  variables: Record<string, FlowValue>;
  /** Inputs and the texts expected after each; runs when the flow is published, and a failing one blocks it. */
  steps: FlowDialogueStep[];
}
export interface FlowDialogueStep {
  input: SimulatedInput | { kind: 'wait'; minutes: number };
  /** Texts of the messages that must follow, in order. */
  expects: string[];
}
/** POST /flow/{id}/dialogues/run { data } → { results: FlowDialogueResult[] } */
export interface FlowDialogueResult {
  id: number;
  name: string;
  passed: boolean;
  /** Index of the step that failed. */
  step: number | null;
  expected: string[];
  actual: string[];
}

/** GET /flow/{id}/numbers?from=2026-11-01&to=2026-11-30&versionId= */
export interface FlowNumbers {
  sessions: { started: number; running: number; ended: Partial<Record<FlowEnd, number>> };
  nodes: Record<string, FlowNodeNumbers>;
  /** When the days that are over were counted last, for ranges that are older than the log; null: never. */
  countedAt: string | null;
}
export interface FlowNodeNumbers {
  entered: number;
  /** By handle. */
  left: Record<string, number>;
  /** Sessions that ended here by silence or by leaving. */
  dropped: number;
  handed: number;
  errors: number;
  /** Time between entering and leaving, of those who left; null: none. */
  medianMs: number | null;
  /** Answers that it took until one was understood, on average; null: none was. */
  attempts: number | null;
  /** Sessions here now. */
  waiting: number;
}
/**
 * GET /flow/{id}/numbers/{nodeId}/tickets?what=waiting|dropped|handed|errors|entered&from&to&pageNumber
 * → { tickets: FlowNodeTicket[], hasMore }
 */
export interface FlowNodeTicket {
  ticketId: number;
  uuid: string;
  name: string;
  at: string;
}
/** GET /flow/{id}/numbers/{nodeId}/tries?from&to&versionId → { tries: number[] }: understood at the 1st attempt, 2nd, … */
/**
 * GET /flow/{id}/report?from&to&versionId ; GET /flow/{id}/report/export?from&to&versionId&format=csv|xlsx → a file
 * GET /flow/{id}/answers/export?from&to&versionId&format=csv|xlsx → a file: a row a conversation, a column a variable
 */
export interface FlowReport {
  days: { day: string; started: number; completed: number; handed: number; dropped: number; failed: number }[];
  totals: { started: number; completed: number; handed: number; dropped: number; failed: number };
  /** Median length of a session; null: none ended. */
  medianMs: number | null;
  /** Where sessions ended without result, most first. */
  drops: { nodeId: string; dropped: number; entered: number }[];
  /** Questions that were understood, and how many answers that took in the mean, most first. */
  questions: { nodeId: string; entered: number; attempts: number }[];
  /** Origins of the sessions, most first: `queue`, `connection`, `keyword`, `trigger`, `user`, `api`, a plugin's word. */
  starts: { origin: string; count: number }[];
  /** Sessions with an answer of the customer: the rows of the file of answers. */
  answered: number;
}

/** GET /flow/templates → { templates: FlowTemplateRow[] } */
export interface FlowTemplateRow {
  id: string;
  title: string;
  description: string;
  nodes: number;
  /** Things to choose before. */
  needs: FlowNeed[];
}
/** POST /flow/templates/{templateId} { title?, map } → SavedFlow (a draft) */
export interface FlowNeed {
  /** `queue`, `tag`, `lane`, `user`, `flow`. */
  kind: string;
  /** Its id in the file. */
  id: string;
  name: string;
  /** Nodes that need it. */
  nodes: number;
  /** Id of the thing of this company with the same name; null: none. */
  suggestion: string | null;
}
/** `kind:id` of the file → id here. */
export type FlowMap = Record<string, string>;

/** GET /flow/{id}/export → this as a file */
export interface FlowExport {
  format: 'balcao-flow';
  version: 1;
  title: string;
  /** Elements, as in `data`. */
  elements: unknown[];
  needs: { kind: string; id: string; name: string }[];
  /** Files are not part of it: nodes that had one. */
  files: { nodeId: string; name: string }[];
}
/** POST /flow/import/check { file: FlowExport } → FlowImportChecked; POST /flow/import { file, map: FlowMap, title? } → SavedFlow */
export interface FlowImportChecked {
  title: string;
  nodes: number;
  needs: FlowNeed[];
  problems: FlowProblem[];
}

/** PUT /tickets/{id}/automatic-service */
export interface AutomaticService {
  isAutomaticService: boolean;
  notify?: 'automatic' | 'await';
  flowId?: number;
}
/** Value of `extra.flow` of a row in the list of conversations. */
export interface FlowExtra {
  title: string;
}
/** POST /flow/{id}/start { ticketId, notify?, variables? } → { sessionId } */

/** GET /whatsapp-flow-options?whatsappId=&parentId=-1 → FlowOption[]; POST, PUT /{id} → FlowOption; DELETE /{id} */
export interface FlowOption {
  id: number;
  whatsappId: number;
  parentId: number | null;
  word: string;
  type: 'first' | 'middle' | 'end';
  option: number;
  /** '0': none. */
  flowId: string;
  /** Number of options below it. */
  children: number;
}
/** GET, PUT /whatsapp-flow-options/connection/{whatsappId} { flowId }: the flow of the whole connection; '0': none. */
export interface ConnectionFlow {
  flowId: string;
}
