/** Contract of artificial intelligence: prompts, language models for other plugins, transcripts and summaries. */
import { job, point, room, service, session, type Component } from '@balcao/sdk/contract';
import type { Scope } from '@balcao/sdk/server';

/** Subject of a prompt: 1 criminal, 2 civil, 3 labour law. */
export type PromptType = 1 | 2 | 3;

/** A prompt that the platform provides to all companies. */
export interface Prompt {
  id: number;
  title: string;
  type: PromptType;
  /** Instructions for the assistant; `[words in brackets]` are placeholders filled in before. */
  description: string;
}

/** Prompts of the platform, for other plugins. */
export interface Prompts {
  find(id: number): Promise<Prompt | undefined>;
}
export const prompts = service<Prompts>('chatai.prompts');

/** The use of a model. Provider, model and limits are configured for each purpose; callers never name a model. */
export type Purpose = 'chat' | 'assistant' | 'summary' | 'suggest' | 'transcribe' | 'embed';
export const purposes: readonly Purpose[] = ['chat', 'assistant', 'summary', 'suggest', 'transcribe', 'embed'];

/** A message for a model. Customers are `user`, the company is `assistant`, whoever of its people or programs wrote. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  /** Of an assistant's message: the tools that it called. */
  toolCalls?: readonly ToolCall[];
  /** Of a tool's message: the id of the call that it answers. */
  toolCallId?: string;
}

/** A function that the model may ask for. */
export interface ToolDefinition {
  /** Letters, digits, `_` and `-`, 64 at most. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: object;
}

/** A tool that the model asks for. Nothing of it was run, and its input is as untrusted as the customer's text. */
export interface ToolCall {
  id: string;
  name: string;
  /** The parsed arguments; null: the model wrote no valid JSON object. Validate them against your own schema. */
  input: Record<string, unknown> | null;
}

/** The reason why a purpose cannot be used now. */
export type Unavailable =
  /** No provider is configured for it. */
  | 'ERR_AI_NOT_CONFIGURED'
  /** The company's admin switched the purpose off. */
  | 'ERR_AI_OFF'
  /** The company's budget of this month is spent. */
  | 'ERR_AI_BUDGET';

/** The state of a purpose, and where its data go. */
export interface Availability {
  purpose: Purpose;
  isReady: boolean;
  /** Null when it is ready. */
  reason: Unavailable | null;
  /** Null: not configured. */
  provider: { title: string; /** The host that receives the data. */ host: string } | null;
  model: string | null;
  /** The model can call tools. */
  hasTools: boolean;
  /** Tokens that a request and its answer may have together, as configured. */
  window: number;
}

/** Subjects of a run, for the cost page, its limits and for the erasure of a person's data. */
export interface RunSubject {
  ticketId?: number;
  messageId?: number;
  chatId?: number;
  /** The person for whom it runs. Absent: the person of the scope, if any. */
  userId?: number;
}

/** A provider and a model of it that a purpose can use. */
export interface ModelChoice {
  /** A provider of the company; null: the one that the platform configured. */
  providerId: number | null;
  /** Of the platform's provider: ignored, because the platform chose it. */
  model: string;
}
/** A choice as people see it. */
export interface OfferedModel extends ModelChoice {
  /** Title of the provider. */
  provider: string;
  /** The purpose uses it now. */
  isInUse: boolean;
}

export interface CompletionRequest extends RunSubject {
  purpose: Exclude<Purpose, 'transcribe' | 'embed'>;
  /**
   * Another choice than the one in use, to compare them with texts that reach no customer: it does not fall back to
   * another provider. ERR_NO_AI_PROVIDER_FOUND (404).
   */
  trial?: ModelChoice;
  messages: readonly ModelMessage[];
  tools?: readonly ToolDefinition[];
  /** `auto` if absent; `none`: tools are described but not to be called; `required`: one has to be called. */
  toolChoice?: 'auto' | 'none' | 'required';
  /** JSON Schema that the answer has to follow; models without support for it get it as an instruction. */
  schema?: { name: string; schema: object };
  /** Upper limit of the answer. Absent: that of the purpose. */
  maxTokens?: number;
  temperature?: number;
  /** Ends the call; its error is ERR_AI_STOPPED, with what came until then in the run. */
  signal?: AbortSignal;
  /** Receives the pieces of the text as they arrive, unmasked. Without it the answer is not streamed. */
  onText?(piece: string): void;
  /** Maximum milliseconds of the whole call with its repetitions and fallback. Absent: that of the purpose. */
  limitMs?: number;
}

/** Tokens as the provider counted them. */
export interface Usage {
  promptTokens: number;
  /** Of the prompt tokens, those that the provider had cached. */
  cachedTokens: number;
  completionTokens: number;
  /** The provider counted nothing, and the numbers are estimated from the length of the texts. */
  isEstimated: boolean;
}

/** Facts of a finished run. */
export interface RunFacts {
  runId: string;
  provider: string;
  model: string;
  usage: Usage;
  /** Micro-BRL; null: the price of the model is not known. */
  costMicros: number | null;
  /** Milliseconds until the first token; null: not streamed. */
  firstTokenMs: number | null;
  ms: number;
}

export interface Completion extends RunFacts {
  /** May be empty when tools are called. */
  text: string;
  toolCalls: readonly ToolCall[];
  /** `cut`: the connection broke after text had arrived, and `text` is that part. */
  finish: 'stop' | 'length' | 'tools' | 'filter' | 'cut';
}

export interface EmbeddingRequest extends RunSubject {
  texts: readonly string[];
  signal?: AbortSignal;
}
export interface Embeddings extends RunFacts {
  /** One vector for each text, in their order. */
  vectors: readonly (readonly number[])[];
}

export interface TranscriptionRequest extends RunSubject {
  audio: Uint8Array;
  /** ISO 639-1: `pt`. Absent: the company's. */
  language?: string;
  signal?: AbortSignal;
}
export interface Transcription extends RunFacts {
  text: string;
  language: string | null;
  /** Seconds of audio; null: the provider does not tell. */
  seconds: number | null;
}

/**
 * Language models for the scope's company. Every call is a run: it waits for its turn in the company's queue, is
 * counted in its budget and shown on its cost page; personal numbers and addresses are masked before they leave and
 * put back in the answer. Never call it inside `scope.tx`.
 *
 * Errors, with texts in pt, en and es: the codes of `Unavailable` (409); ERR_AI_BUSY (429), the queue is too long;
 * ERR_AI_LIMIT (429), too many calls of this person or ticket; ERR_AI_STOPPED (409); ERR_AI_TOO_LONG (413), more text
 * than the model reads; ERR_AI_AUDIO (422), it cannot read the audio. With 424: ERR_AI_KEY, the provider refuses the key;
 * ERR_AI_QUOTA, its account has no credit; ERR_AI_RATE, it is asked too often; ERR_AI_DOWN, it cannot be reached or
 * fails; ERR_AI_ADDRESS, its address may not be called; ERR_AI_TIMEOUT; ERR_AI_REFUSED, it does not accept the request.
 * @example
 * const { text } = await scope.use(models).complete({
 *   purpose: 'suggest',
 *   messages: [{ role: 'system', content: 'Answer in one sentence.' }, { role: 'user', content: question }],
 *   ticketId,
 * });
 */
export interface Models {
  /** Returns whether a purpose can be used, without calling anybody. */
  available(purpose: Purpose): Promise<Availability>;
  /** Returns the models between which the company may choose for a purpose, the one in use first. */
  choices(purpose: Purpose): Promise<OfferedModel[]>;
  /** Uses a choice from now on. ERR_NO_PERMISSION (403) without `ai:manage`, ERR_NO_AI_PROVIDER_FOUND (404). */
  choose(purpose: Purpose, choice: ModelChoice): Promise<void>;
  /**
   * Returns what so many tokens would cost with the model in use, or with a choice, in micro-BRL; null: its price is not
   * known.
   */
  price(
    purpose: Purpose,
    tokens: { promptTokens: number; completionTokens: number },
    choice?: ModelChoice,
  ): Promise<number | null>;
  complete(request: CompletionRequest): Promise<Completion>;
  /**
   * Returns a text in which personal numbers and addresses are `concealed` for good, whatever the company's switch for
   * masking says: for texts that outlive their conversation.
   */
  conceal(text: string): string;
  embed(request: EmbeddingRequest): Promise<Embeddings>;
  transcribe(request: TranscriptionRequest): Promise<Transcription>;
}
/** Stands in place of personal data in a text of `Models.conceal`. */
export const concealed = '[•••]';
/** Language models of the company, for any plugin. */
export const models = service<Models>('chatai.models');

/** The text of a voice message. */
export interface Transcript {
  text: string;
  language: string | null;
}
/** Texts of the company's voice messages. */
export interface Transcripts {
  /** Returns the stored texts by message; missing ones were not transcribed. */
  of(messageIds: readonly number[]): Promise<ReadonlyMap<number, Transcript>>;
  /**
   * Returns the stored text, or makes it: a second call costs nothing. The errors of `Models.transcribe`, and
   * ERR_NO_MESSAGE_FOUND (404), ERR_AI_NO_AUDIO (409).
   */
  transcribe(messageId: number, options?: { signal?: AbortSignal }): Promise<Transcript>;
}
export const transcripts = service<Transcripts>('chatai.transcripts');

/** The summary of a conversation. */
export interface Summary {
  reason: string;
  done: string;
  pending: string;
  data: string;
  /** The last message that it knows. */
  uptoMessageId: number;
  /** Messages that came after it. */
  newer: number;
  /** It was put together from the conversation's own sentences, because no provider is configured. */
  isExtractive: boolean;
  /** ISO 8601. */
  createdAt: string;
}
/** Summaries of conversations. */
export interface Summaries {
  /** Returns the summary up to the last message; writes or continues it if needed. The errors of `Models.complete`. */
  ofTicket(ticketId: number, options?: { signal?: AbortSignal }): Promise<Summary>;
}
export const summaries = service<Summaries>('chatai.summaries');

/** A configured provider, as a protocol receives it. */
export interface ProviderAccess {
  baseUrl: string;
  /** Empty: none is needed. Never log it. */
  key: string;
  model: string;
  flags: ProviderFlags;
  /**
   * Calls the provider under the rules of its owner: a company reaches public addresses only. `path` is appended to the
   * base address.
   */
  fetch(path: string, request: ProviderRequest): Promise<ProviderResponse>;
}
export interface ProviderRequest {
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal: AbortSignal;
}
export interface ProviderResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Can be read once. */
  body: AsyncIterable<Uint8Array>;
}

/** Peculiarities of a server. Absent ones are found by the test of the provider, or assumed as OpenAI has them. */
export interface ProviderFlags {
  /** It can stream answers. Default true. */
  stream?: boolean;
  /** It can call tools. Default true. */
  tools?: boolean;
  /** It can stream an answer to a request with tools. Default true. */
  toolsStream?: boolean;
  /** It wants `max_tokens` in place of `max_completion_tokens`. */
  oldMaxTokens?: boolean;
  /** It refuses `temperature`. */
  noTemperature?: boolean;
  /** It does not know `response_format`. */
  noSchema?: boolean;
}

/** A request as a protocol receives it: masked, limited and checked. */
export interface ProtocolRequest extends Pick<
  CompletionRequest,
  'messages' | 'tools' | 'toolChoice' | 'schema' | 'maxTokens' | 'temperature'
> {
  signal: AbortSignal;
  onText?: ((piece: string) => void) | undefined;
}
export interface ProtocolAnswer extends Pick<Completion, 'text' | 'toolCalls' | 'finish'> {
  /** Undefined: it counted nothing. */
  usage?: Omit<Usage, 'isEstimated'>;
}
/**
 * Server: a protocol of providers, beside that of OpenAI, which is built in. It throws `AppError` with the codes of
 * `Models`; ERR_AI_DOWN and ERR_AI_RATE may be repeated, unless text was already given to `onText`.
 */
export interface AiProtocol {
  /** The plugin's id, a dot and a name; stored with providers: do not rename it. */
  id: string;
  /** Shown where a provider is entered. */
  title: string;
  complete(access: ProviderAccess, request: ProtocolRequest, scope: Scope): Promise<ProtocolAnswer>;
  embed?(
    access: ProviderAccess,
    request: { texts: readonly string[]; signal: AbortSignal },
    scope: Scope,
  ): Promise<{ vectors: number[][]; usage?: Omit<Usage, 'isEstimated'> }>;
  transcribe?(
    access: ProviderAccess,
    request: { audio: Uint8Array; fileName: string; mime: string; language: string; signal: AbortSignal },
    scope: Scope,
  ): Promise<Pick<Transcription, 'text' | 'language' | 'seconds'> & { usage?: Omit<Usage, 'isEstimated'> }>;
  /** Names of the models that the provider offers. */
  models?(access: ProviderAccess, signal: AbortSignal, scope: Scope): Promise<string[]>;
}
/** Server: protocols by which models are reached. */
export const aiProtocol = point<AiProtocol>('ai.provider');

/** A conversation of a person with the assistant. */
export interface ChatView {
  id: number;
  /** Its address: `/chatsai/<uuid>`. */
  uuid: string;
  title: string;
  /** Null: the person was removed. */
  ownerId: number | null;
  owner: { id: number; name: string } | null;
  /** Null: the prompt was deleted; the chat keeps its text. */
  promptId: number | null;
  promptTitle: string;
  promptType: PromptType;
  /** JSON text: placeholder to value. */
  configFields: string;
  /** An answer is being written, or waits for its turn. */
  isWriting: boolean;
  createdAt: string;
  updatedAt: string;
}
/**
 * The state of a message: `queued` and `writing` answers are on their way, `stopped` by a person, `cut` when the
 * connection broke, `failed` with `error`.
 */
export type ChatMessageState = 'done' | 'queued' | 'writing' | 'stopped' | 'cut' | 'failed';
export interface ChatMessageView {
  id: number;
  chatId: number;
  actor: 'user' | 'assistant';
  /** Of an answer that is being written, the beginning; the rest follows in `chatStreamRoom`. */
  message: string;
  state: ChatMessageState;
  /** A code of the texts; null: none. */
  error: string | null;
  user: { id: number; name: string } | null;
  /** Milliseconds that the answer took; null: it is not finished. */
  ms: number | null;
  /** 1: helpful, -1: not; null: not rated. */
  rating: 1 | -1 | null;
  createdAt: string;
}
/** Live: `create` {record: ChatView} and `update` {record} of a person's chats. */
export const chatsOfPersonRoom = room<{ userId: number }>('chatai.person');
/** Live: `delete` {id} of a chat of the company. */
export const chatsRoom = room('chatai.chats');
/** Live: `new-message` {newMessage: ChatMessageView, chat: ChatView} and `update` {chat}, one chat. */
export const chatRoom = room<{ chatId: number }>('chatai.chat');
/**
 * Live: `new-message-stream` {newMessage, messageId, at} while an answer is written: a piece, and the letters before it.
 * The last one is `[END_MESSAGE]`.
 */
export const chatStreamRoom = room<{ chatId: number }>('chatai.stream');
/** The last piece of an answer. */
export const endMessage = '[END_MESSAGE]';

/** Writes the answers of a company's chats. A question names the answer to begin or to stop. */
export const chatWriter = session<{ messageId: number; stops?: true }, { isKnown: boolean }>('chatai.writer');
/** Address of the page on which providers and uses are configured. */
export const settingsPath = `/settings?tab=${encodeURIComponent('chatai/ai')}`;

/** Props of the question before another model is used. */
export interface PurposeTrialProps {
  choice: ModelChoice;
  /** Uses it from now on. Call it at once when there is nothing to try it with. */
  onUse(): void;
  /** Leaves everything as it is. */
  onClose(): void;
}
/**
 * Browser: shown when a person chooses another model for a purpose, before it is used: a way to try it first.
 * @example
 * host.add(purposeTrial, { id: 'acme', purpose: 'assistant', component: lazyPart(() => import('./TryFirst.tsx')) });
 */
export const purposeTrial = point<{ id: string; purpose: Purpose; component: Component<PurposeTrialProps> }>(
  'ai.purpose.trial',
);
/** Browser: a section of the cost page, below the costs. */
export const costsSection = point<{
  id: string;
  order?: number;
  permission?: string;
  component: Component<Record<string, never>>;
}>('ai.costs.section');

/** Gives up runs of dead nodes. */
export const tidyRuns = job<Record<string, never>>('chatai.tidy');
/** Deletes old runs, and parts of recordings that were given up. */
export const deleteOldRuns = job<Record<string, never>>('chatai.delete-old');
/**
 * Writes down a voice message that came, at `since` (milliseconds), on a connection with automatic transcription.
 * Absent: now.
 */
export const transcribeMessage = job<{ messageId: number; since?: number | undefined }>('chatai.transcribe');
/** Writes the summary of a conversation, closed at `since` (milliseconds), as an internal note. Absent: now. */
export const noteSummary = job<{ ticketId: number; since?: number | undefined }>('chatai.note-summary');
