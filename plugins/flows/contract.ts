/** Flows: automatic services that a company draws, and the points by which other plugins extend them. */
import { event, point, publishedKey, room, service, type Component } from '@balcao/sdk/contract';
import type { Scope, StoredFile, z } from '@balcao/sdk/server';
import type { ChannelCapabilities, MessageData, TemplateMessage } from '@balcao/connections/contract';

/** The value of a flow's variable. Text is inserted as it is; dates are stored as ISO 8601 text. */
export type FlowValue = string | number | boolean | null;
export type FlowValues = Readonly<Record<string, FlowValue>>;

/** The way in which a session ended. */
export type FlowEnd =
  /** It reached an end of the flow. */
  | 'completed'
  /** It handed the conversation over to people. */
  | 'handed'
  /** It closed the conversation. */
  | 'closed'
  /** The customer was silent for too long. */
  | 'expired'
  /** A person accepted, transferred or closed the conversation. */
  | 'person'
  /** A node failed, and people were called. */
  | 'failed'
  /** A budget was used up, and people were called. */
  | 'limit'
  /** The customer asked to leave the flow. */
  | 'left'
  /** Another flow was started in the conversation, or a program stopped this one. */
  | 'stopped';

/** Starts and stops flows in conversations. */
export interface Flows {
  /** Returns all flows of the company by title; `isLive`: a version of it is published, so that it can be started. */
  list(): Promise<{ id: number; title: string; isLive: boolean }[]>;
  /**
   * Starts the published version of a flow in a conversation, in place of a flow that runs there. `automatic`, the
   * default: it speaks at once; `await`: after the customer's next message. `startedBy` names the caller for the report,
   * such as `campaign:12`. Inside `tx` it is part of the transaction, and the flow speaks after the commit. In a
   * conversation that an attendant has it stays theirs: the flow speaks beside them, ends as soon as they write, and
   * leaves the conversation to them instead of calling people; only a node that names a queue or a person moves it.
   * ERR_NO_FLOW_FOUND, ERR_NO_TICKET_FOUND (404), ERR_FLOW_NOT_PUBLISHED, ERR_TICKET_CLOSED (409).
   */
  start(
    ticketId: number,
    flowId: number,
    options: { notify?: 'automatic' | 'await'; startedBy: string; variables?: FlowValues },
  ): Promise<{ sessionId: number }>;
  /**
   * Ends the flow that runs in a conversation, which then waits for people where it is. Returns false when none runs.
   */
  stop(ticketId: number, reason?: FlowEnd): Promise<boolean>;
  /**
   * Starts the flow that the company attached to a trigger (`flows.trigger`), if there is one, it is published, no flow
   * runs in the conversation and no person attends it. Returns true when one was started.
   */
  fire(trigger: string, subject: string, ticketId: number, variables?: FlowValues): Promise<boolean>;
}
/** Flows of the company. */
export const flows = service<Flows>('flows.flows');

/** A person or a program started a flow in a conversation. Key: the conversation. */
export const flowSessionStarted = event<{ ticketId: number; flowId: number; sessionId: number; startedBy: string }>(
  'flows.session.started',
);
/** A session of a flow ended. Key: the conversation. */
export const flowSessionEnded = event<{
  ticketId: number;
  /** Null: a tree of keywords, or the flow was deleted. */
  flowId: number | null;
  sessionId: number;
  reason: FlowEnd;
  /** ISO 8601. */
  at: string;
}>('flows.session.ended');
/** A version of a flow was published. Key: the flow. */
export const flowPublished = event<{ flowId: number; versionId: number; number: number; by: number | null }>(
  'flows.flow.published',
);

/** Live: `update` {flowId}, `delete` {flowId}. For people with the permission `flows:view`. */
export const flowsRoom = room('flows.list');
/**
 * Live, one flow: `draft` {draftRev, by: {id, name}, at}, `published` {versionId, number, by}, `deleted` {},
 * `editors` {users: {id, name}[]}. Browsers send `here` {nodeId?} every 20 seconds while the editor is open, and `left`.
 */
export const flowRoom = room<{ flowId: number }>('flows.flow');

/** A way out of a node, from which at most one connection leads. */
export interface FlowHandle {
  /** Unique in the node and stored with the connections: `out`, `option-2`, `failed`. */
  id: string;
  /** Its text, if it is content of the flow, such as the title of an option. */
  title?: string;
  /** The flow may end here: publishing does not require a connection. */
  isOptional?: boolean;
}

/** The conversation in which a flow runs. In the simulator `id` is 0, and the rest is invented. */
export interface FlowTicket {
  id: number;
  channel: string;
  connectionId: number;
  queueId: number | null;
  /** The attendant who has the conversation while the flow speaks in it; null: nobody. */
  userId: number | null;
  contact: { id: number; name: string; number: string; email: string };
  createdAt: string;
}

/** A message of the customer, as nodes receive it. */
export interface FlowReply {
  /** In the simulator negative. */
  id: number;
  body: string;
  /** Id of the tapped option; null: it was written. */
  choice: string | null;
  file: { path: string; name: string; mime: string; size: number; type: string } | null;
  data: MessageData | null;
}

/** An action of a node. All of it is applied in one transaction, or nothing. */
export type FlowEffect =
  /** Sends a message. `options` are offered to tap; where the channel has none, they are numbered in the text. */
  | {
      kind: 'send';
      text: string;
      options?: readonly { id: string; title: string }[];
      /** Lists the options in the text even where they could be tapped. */
      asText?: boolean;
      /** A file that stays the flow's own: it is referred to, not copied. */
      file?: StoredFile;
      data?: MessageData;
      template?: TemplateMessage;
    }
  /** Writes an internal note into the conversation. */
  | { kind: 'note'; text: string }
  /** Moves the conversation into a queue or to a person, and ends the session there. */
  | { kind: 'route'; queueId?: number | null; userId?: number | null }
  /** Closes the conversation. */
  | { kind: 'close'; isSilent: boolean }
  /**
   * Changes data of the node's own plugin. `apply` runs in the transaction of the step, with a scope of that plugin: call
   * its services and SQL, never a provider. In the simulator only `label` is shown: a short sentence in the company's
   * language, such as 'Tag VIP added'.
   */
  | { kind: 'apply'; label: string; apply(ticketId: number, scope: Scope): Promise<void> };

/** The way in which a flow goes on. */
export type FlowNext =
  /** Follows the connection of this handle; without one the flow ends there. */
  | { go: string }
  /**
   * Waits for the customer. `until`: `resume` is called with `timeout` at this moment. `settles`: waits a little for
   * further messages of the customer and joins them; for free text, not for a choice. `state` is returned on resuming.
   */
  | { wait: 'reply'; until?: Date; settles?: boolean; state?: unknown }
  /** Waits until a moment, at most 30 days ahead. `typing`: the customer sees that somebody is typing meanwhile. */
  | { wait: 'timer'; until: Date; typing?: boolean; state?: unknown }
  /**
   * Calls `work` of the node outside the transaction, with this input as JSON. It may run more than once if a server is
   * stopped at that moment; its result is used once.
   */
  | { wait: 'work'; input: unknown; state?: unknown }
  /** Continues with another published flow; with `returns`, comes back to this node when it ends. */
  | { run: number; returns: boolean }
  | { end: FlowEnd };

export interface FlowResult {
  effects?: readonly FlowEffect[];
  /** Variables to set; null clears one. */
  set?: FlowValues;
  next: FlowNext;
}

/** The reason why a waiting node is called again. */
export type FlowSignal =
  /** `text` joins the messages by line breaks; `choice` is that of the last message. */
  | { kind: 'reply'; messages: readonly FlowReply[]; text: string; choice: string | null }
  /** The time of `wait: 'timer'` is over. */
  | { kind: 'timer' }
  /** The customer did not answer in time. */
  | { kind: 'timeout' }
  /** `work` returned. */
  | { kind: 'done'; result: unknown }
  /** `work` failed at the last attempt; a code or a short reason. */
  | { kind: 'failed'; reason: string }
  /** The flow that `run` started came back. */
  | { kind: 'returned' };

/** Everything that a node knows while it runs. */
export interface FlowContext<D = Readonly<Record<string, unknown>>> {
  readonly nodeId: string;
  readonly data: D;
  readonly ticket: FlowTicket;
  /** Capabilities of the channel; undefined: its plugin is off. */
  readonly channel: ChannelCapabilities | undefined;
  /** The time of the step; in the simulator that of its clock. */
  readonly now: Date;
  /** `IANA` name, `America/Sao_Paulo`. */
  readonly timeZone: string;
  /** How often this node was entered in the session, 1 for the first time. */
  readonly visits: number;
  /** A number from 0 to below 1: the same again if the step is repeated. */
  readonly random: number;
  /** The `state` with which the node waited. */
  readonly state: unknown;
  /** The last messages of the customer, up to the one that led here. */
  readonly lastReply: FlowReply | undefined;
  /** Returns a variable, or a built-in value such as `nome`; undefined: unknown. Case and accents do not matter. */
  value(name: string): FlowValue | undefined;
  /** All variables that were set in this session. */
  readonly values: FlowValues;
  /** Inserts `%name%` and `{{name}}` once; unknown names become empty. */
  fill(text: string): string;
  /** A simulation: nothing may be written, and ids of the conversation and contact are 0. */
  readonly isSimulated: boolean;
}

/** A problem that a node found in its own data, for the list before publishing. */
export interface FlowFault {
  /** Key of the node's plugin in its locales: `flow.missingTag`. */
  code: string;
  /** Key of `data` that it is about. */
  field?: string;
  /** Publishing is possible nevertheless. */
  isWarning?: boolean;
  values?: Readonly<Record<string, string | number>>;
}

/** Server: a kind of node. Its form in the browser is `flows.node.form` with the same `type`. */
export interface FlowNode<D = never> {
  /** Stored in flows: do not rename it. `tagNode`; of a third party `acme.discount`. */
  type: string;
  /** Version of the form of `data`, from 1; stored with published versions. */
  version: number;
  /** Schema of the node's `data`. Its output is what `execute` receives. It must not be asynchronous. */
  schema: z.ZodType<D>;
  /** The ways out, in order. */
  handles(data: D): readonly FlowHandle[];
  /** The texts of `data` in which variables are inserted, so that unknown ones are reported. */
  texts?(data: D): readonly string[];
  /** Names of the variables that the node sets. */
  sets?(data: D): readonly string[];
  /** The node waits for the customer: a loop through it is no endless loop. */
  waits?(data: D): boolean;
  /** Ids of other flows that it runs. */
  flows?(data: D): readonly number[];
  /** Checks references to other data before publishing, such as a deleted tag. */
  check?(data: D, scope: Scope): Promise<readonly FlowFault[]> | readonly FlowFault[];
  /**
   * The references of `data` to things that another company has under other ids, for export and import: `get` returns
   * them with their names, `put` returns `data` with other ids, by `kind` and id.
   */
  refers?: {
    get(data: D, scope: Scope): Promise<readonly FlowReference[]>;
    put(data: D, ids: (kind: string, id: string) => string | undefined): object;
  };
  /** Decides what happens. It may read by `scope`, which is its plugin's own, and must not write. */
  execute(context: FlowContext<D>, scope: Scope): FlowResult | Promise<FlowResult>;
  /** Called when a node that waited continues. Absent for nodes that never wait. */
  resume?(context: FlowContext<D>, signal: FlowSignal, scope: Scope): FlowResult | Promise<FlowResult>;
  /** The work of `wait: 'work'`: calls a provider. `scope.signal` ends it. A thrown error is tried again twice. */
  work?(input: unknown, work: { data: D; key: string; isSimulated: boolean }, scope: Scope): Promise<unknown>;
}
/** A thing of the company that a node refers to. */
export interface FlowReference {
  /** `queue`, `tag`, `user`, `flow`, `lane`. */
  kind: string;
  id: string;
  name: string;
}
/**
 * Server: a kind of node.
 * @example
 * host.contribute(flowNode, defineFlowNode({ type: 'acme.discount', … }));
 */
export const flowNode = point<FlowNode>('flows.node');
/** Types the parts of a node by its schema. */
export const defineFlowNode = <D>(node: FlowNode<D>): FlowNode => node as unknown as FlowNode;

/** Server: values that a plugin offers to every flow, such as the names of the conversation's tags. */
export interface FlowVariable {
  id: string;
  /** Names as people write them between `%`, each with a locale key that says what it is. */
  names: readonly { name: string; label: string }[];
  /** Called at most once in a step, and only when a text of the flow uses one of the names. */
  load(ticket: FlowTicket, scope: Scope): Promise<FlowValues>;
  /** Values for the simulator. */
  samples: FlowValues;
}
/** Server: values that a plugin offers to every flow. */
export const flowVariable = point<FlowVariable>('flows.variable');

/** Server: an occasion on which a flow may start. Its plugin calls `Flows.fire` when it occurs. */
export interface FlowTrigger {
  /** Stored with flows: the plugin's id, a dot and a name, `tags.added`. */
  id: string;
  /** Locale key: 'Tag added'. */
  label: string;
  /** The choices: the subjects, such as tags, by name. Absent: the trigger has no subject. */
  subjects?(scope: Scope): Promise<readonly { id: string; name: string }[]>;
}
/** Server: an occasion on which a flow may start. */
export const flowTrigger = point<FlowTrigger>('flows.trigger');

/** Props of a node's form. */
export interface FlowNodeFormProps {
  nodeId: string;
  data: Readonly<Record<string, unknown>>;
  /** Replaces keys of `data`; undefined removes one. */
  onChange(change: Readonly<Record<string, unknown>>): void;
  /** Problems of this node, by field. */
  problems: readonly { field?: string; text: string }[];
  flowId: number | undefined;
  /** Names that may be inserted as `%name%`. */
  variables: readonly string[];
}
/** Browser: the palette entry, drawing and form of a kind of node. */
export interface FlowNodeForm {
  id: string;
  /** The `type` of the server's node. */
  type: string;
  order?: number;
  permission?: string;
  group: 'talk' | 'ask' | 'decide' | 'organise' | 'connect' | 'hand-over' | 'canvas';
  /** Locale key. */
  label: string;
  /** Locale key of one sentence for the palette. */
  help?: string;
  icon: Component<{ className?: string }>;
  /** One of the canvas palette. */
  colour: 'blue' | 'green' | 'purple' | 'orange' | 'red' | 'teal' | 'grey';
  /** `data` of a new node. */
  initial(): Record<string, unknown>;
  /** The ways out, in order; absent: one, `out`. The same as on the server. */
  handles?(data: Readonly<Record<string, unknown>>): readonly FlowHandle[];
  /** One or two lines on the canvas; `t` of the plugin. */
  summary(data: Readonly<Record<string, unknown>>, t: (key: string, values?: object) => string): string;
  /** Lazy. */
  form: Component<FlowNodeFormProps>;
}
/** Browser: the form of a kind of node. */
export const flowNodeForm = point<FlowNodeForm>('flows.node.form');

/** Target of foreign keys to flows: `flows.flow (company_id, id)`. */
export const flowKey = publishedKey('flows.flow');
