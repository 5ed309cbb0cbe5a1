import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  GraphState,
  type SimulatedNumber,
  type Refusal,
  type StoredFile,
  type AcceptedMessage,
  type WireTemplate,
} from './state.ts';
import { Webhooks } from './webhooks.ts';

export type { SimulatedNumber as Line, AcceptedMessage as Taken, WireTemplate };

const scopes = ['whatsapp_business_messaging', 'whatsapp_business_management'];

interface Call {
  method: string;
  /** The path after the version. */
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  form: FormData | undefined;
  token: string;
}

/** An error answer, in the Graph API’s format. */
class Refused extends Error {
  readonly refusal: Omit<Refusal, 'times' | 'fits'>;
  constructor(refusal: Omit<Refusal, 'times' | 'fits'>) {
    super(refusal.message ?? 'refused');
    this.refusal = refusal;
  }
}
const refuse = (status: number, code: number, message: string, subcode = 0): never => {
  throw new Refused({ status, code, message, subcode });
};

/** A simulator of the Graph API. Every simulated number has its own app and account. */
export class GraphSimulator {
  readonly state = new GraphState();
  readonly webhooks = new Webhooks(this.state);
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<GraphSimulator> {
    const server = createServer();
    const simulator = new GraphSimulator(server);
    server.on('request', (request, response) => void simulator.#answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return simulator;
  }
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  /** Messages that reached customers, oldest first. */
  get taken(): readonly AcceptedMessage[] {
    return this.state.accepted;
  }

  /** Creates a number that is ready: its app subscribes to its account, and its token has access and never expires. */
  line(given: Partial<SimulatedNumber> = {}): SimulatedNumber {
    const n = this.state.next();
    const line: SimulatedNumber = {
      appId: String(710_000_000_000_000 + n),
      appSecret: randomBytes(16).toString('hex'),
      wabaId: String(102_290_129_340_000 + n),
      phoneNumberId: String(106_540_352_240_000 + n),
      displayNumber: `+55 11 3045-${String(6000 + n)}`,
      verifiedName: `Loja ${n}`,
      token: `EAAG${randomBytes(24).toString('hex')}`,
      ...given,
    };
    this.state.numbers.set(line.phoneNumberId, { ...line, isVerified: true });
    this.state.tokens.set(line.token, {
      appId: line.appId,
      isValid: true,
      scopes: [...scopes],
      expiresAt: 0,
      wabaIds: [line.wabaId],
    });
    this.state.subscribed.set(line.wabaId, new Set([line.appId]));
    return line;
  }

  /** Answers the next matching requests with this refusal. */
  refuse(refusal: Omit<Refusal, 'times'> & { times?: number }): void {
    this.state.refusals.push({ times: 1, ...refusal });
  }
  /** Stores a file that a customer sends: its id is in the message. */
  file(bytes: Uint8Array, mime: string, name = ''): string {
    const id = String(880_000_000_000_000 + this.state.next());
    this.state.files.set(id, { id, mime, name, bytes: Buffer.from(bytes), isGone: false });
    return id;
  }
  templates(line: SimulatedNumber, templates: readonly Omit<WireTemplate, 'id'>[]): void {
    const all = templates.map((template) => ({ id: String(590_000_000_000_000 + this.state.next()), ...template }));
    this.state.templates.set(line.wabaId, all);
  }
  /** Advances the clock of the 24-hour windows. */
  later(hours: number): void {
    this.state.aheadMs += hours * 3_600_000;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const call = await callOf(request);
      const lost = this.#refusalFor(call);
      const answer = await this.#handle(call);
      if (lost) return void request.socket.destroy();
      if (Buffer.isBuffer(answer)) return void response.writeHead(200).end(answer);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    } catch (error) {
      if (!(error instanceof Refused)) return void response.writeHead(500).end(String(error));
      const { status, code, subcode, message = 'refused', details, retryAfter } = error.refusal;
      const body = {
        error: {
          message: `(#${code}) ${message}`,
          type: 'OAuthException',
          code,
          ...(subcode && { error_subcode: subcode }),
          ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
          fbtrace_id: 'A1b2C3d4',
        },
      };
      response
        .writeHead(status, {
          'content-type': 'application/json',
          ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
        })
        .end(JSON.stringify(body));
    }
  }

  /** Throws the next refusal for this request; returns true to accept it and drop the connection. */
  #refusalFor(call: Call): boolean {
    const at = this.state.refusals.findIndex(({ fits }) => fits?.(call) ?? true);
    const refusal = this.state.refusals[at];
    if (!refusal) return false;
    refusal.times -= 1;
    if (refusal.times <= 0) this.state.refusals.splice(at, 1);
    if (refusal.isLost) return true;
    throw new Refused(refusal);
  }

  #handle(call: Call): object | Buffer | Promise<object> {
    const { method, path } = call;
    const token = this.state.tokens.get(call.token);
    if (!token?.isValid) refuse(401, 190, 'Error validating access token: Session has expired', 463);
    const link = /^files\/(\w+)$/.exec(path)?.[1];
    if (link !== undefined) return this.#fileAt(link);
    if (path === 'debug_token') return this.#debug(call.query.get('input_token') ?? '');
    this.#checkProof(call);
    const [id = '', edge = ''] = path.split('/');
    const number = this.state.numbers.get(id);
    if (number && token?.wabaIds.includes(number.wabaId)) {
      if (edge === '') return { id, ...this.#number(number) };
      if (edge === 'messages' && method === 'POST') return this.#messages(number, call, token.scopes);
      if (edge === 'media' && method === 'POST') return this.#upload(call);
    }
    if (this.state.subscribed.has(id)) {
      if (!token?.wabaIds.includes(id) || !token.scopes.includes('whatsapp_business_management'))
        refuse(403, 200, 'You do not have the necessary permissions');
      return this.#account(id, edge, call, token?.appId ?? '');
    }
    const file = this.state.files.get(id);
    if (file && edge === '') return this.#describe(file);
    return refuse(
      400,
      100,
      `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions`,
      33,
    );
  }

  #checkProof({ query, token }: Call): void {
    const proof = query.get('appsecret_proof');
    if (proof === null) return;
    const { appId } = this.state.tokens.get(token) ?? { appId: '' };
    const secret = [...this.state.numbers.values()].find((line) => line.appId === appId)?.appSecret ?? '';
    if (createHmac('sha256', secret).update(token).digest('hex') !== proof)
      refuse(400, 100, 'Invalid appsecret_proof provided in the API argument');
  }

  #debug(input: string): object {
    const token = this.state.tokens.get(input);
    if (!token) return { data: { is_valid: false } };
    const { appId, isValid, expiresAt, scopes: granted } = token;
    return { data: { app_id: appId, type: 'SYSTEM_USER', is_valid: isValid, expires_at: expiresAt, scopes: granted } };
  }

  #number({ displayNumber, verifiedName, isVerified }: SimulatedNumber & { isVerified: boolean }): object {
    return {
      display_phone_number: displayNumber,
      verified_name: verifiedName,
      quality_rating: 'GREEN',
      code_verification_status: isVerified ? 'VERIFIED' : 'NOT_VERIFIED',
    };
  }

  #account(wabaId: string, edge: string, { method }: Call, appId: string): object {
    const apps = this.state.subscribed.get(wabaId) ?? new Set();
    if (edge === 'phone_numbers') {
      const numbers = [...this.state.numbers.values()].filter((number) => number.wabaId === wabaId);
      return { data: numbers.map((number) => ({ id: number.phoneNumberId, ...this.#number(number) })) };
    }
    if (edge === 'subscribed_apps') {
      if (method === 'POST') apps.add(appId);
      if (method === 'POST') return { success: true };
      return { data: [...apps].map((id) => ({ whatsapp_business_api_data: { id, name: 'Balcão', link: '' } })) };
    }
    if (edge === 'message_templates') return { data: this.state.templates.get(wabaId) ?? [] };
    return refuse(400, 100, 'Unknown path components');
  }

  #messages(number: SimulatedNumber, { body }: Call, granted: readonly string[]): object {
    if (!granted.includes('whatsapp_business_messaging')) refuse(403, 10, 'Application does not have permission');
    if (body['messaging_product'] !== 'whatsapp') refuse(400, 100, 'The parameter messaging_product is required.');
    if (body['status'] === 'read') {
      const isTyping = (body['typing_indicator'] as { type?: string } | undefined)?.type === 'text';
      this.state.read.push({ messageId: String(body['message_id']), isTyping });
      return { success: true };
    }
    const to = String(body['to'] ?? body['recipient'] ?? '');
    if (to === '') refuse(400, 100, 'The parameter to is required.');
    const type = String(body['type'] ?? 'text');
    const part = body[type] as Record<string, unknown> | undefined;
    if (!part) refuse(400, 100, `The parameter ${type} is required.`);
    if (type === 'template') this.#checkTemplate(number.wabaId, part ?? {});
    else if (!this.state.isWindowOpen(number.phoneNumberId, to))
      throw new Refused({
        status: 400,
        code: 131047,
        message: 'Re-engagement message',
        details:
          'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
      });
    if (type === 'reaction') {
      this.state.reactions.set(String(part?.['message_id']), String(part?.['emoji'] ?? ''));
      return this.#accepted(to, `wamid.${randomBytes(12).toString('base64url')}`);
    }
    const mediaId = String(part?.['id'] ?? headerId(part) ?? '');
    const file = mediaId === '' ? undefined : this.state.files.get(mediaId);
    if (mediaId !== '' && !file) refuse(400, 131053, 'Media upload error');
    const id = `wamid.${randomBytes(12).toString('base64url')}`;
    this.state.accepted.push({
      id,
      phoneNumberId: number.phoneNumberId,
      to,
      type,
      payload: body,
      ...(file && { file }),
    });
    return this.#accepted(to, id);
  }
  #accepted(to: string, id: string): object {
    return { messaging_product: 'whatsapp', contacts: [{ input: to, wa_id: to }], messages: [{ id }] };
  }

  /** Meta counts the variables, and accepts only approved templates. */
  #checkTemplate(wabaId: string, { name, language, components = [] }: Record<string, unknown>): void {
    const code = (language as { code?: string } | undefined)?.code;
    const template = this.state.templates.get(wabaId)?.find((one) => one.name === name && one.language === code);
    if (template?.status !== 'APPROVED') refuse(404, 132001, 'Template name does not exist in the translation');
    const given = components as { type: string; parameters: unknown[] }[];
    const body = template?.components.find((one) => (one as { type: string }).type === 'BODY') as { text?: string };
    const wanted = new Set(body?.text?.match(/\{\{\w+\}\}/g)).size;
    const filled = given.find(({ type }) => type === 'body')?.parameters.length ?? 0;
    if (wanted !== filled) refuse(400, 132000, `Number of parameters does not match the expected number of params`);
  }

  async #upload({ form }: Call): Promise<object> {
    const file = form?.get('file');
    if (!(file instanceof File) || form?.get('messaging_product') !== 'whatsapp')
      return refuse(400, 100, 'The parameter file is required.');
    const id = String(880_000_000_000_000 + this.state.next());
    const bytes = Buffer.from(await file.arrayBuffer());
    this.state.files.set(id, { id, mime: file.type, name: file.name, bytes, isGone: false });
    return { id };
  }
  #describe({ id, mime, bytes, isGone }: StoredFile & { isGone: boolean }): object {
    if (isGone) refuse(400, 100, `Object with ID '${id}' does not exist`, 33);
    const link = randomBytes(12).toString('hex');
    this.state.links.set(link, { id, until: this.state.now() + this.state.linkSeconds * 1000 });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const url = this.state.addressOf?.(id) ?? `${this.url}/v0.0/files/${link}`;
    return { messaging_product: 'whatsapp', url, mime_type: mime, sha256, file_size: bytes.length, id };
  }
  #fileAt(link: string): Buffer {
    const { id, until } = this.state.links.get(link) ?? { id: '', until: 0 };
    const file = this.state.files.get(id);
    if (!file || until < this.state.now()) return refuse(404, 100, 'This address has ended');
    return file.bytes;
  }
}

const headerId = (part: Record<string, unknown> | undefined): unknown => {
  const components = (part?.['components'] ?? []) as { type: string; parameters: Record<string, { id?: string }>[] }[];
  const [file] = components.find(({ type }) => type === 'header')?.parameters ?? [];
  return file?.[String(file['type'])]?.id;
};

const callOf = async (request: IncomingMessage): Promise<Call> => {
  const url = new URL(request.url ?? '/', 'http://graph');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  const form = type.startsWith('multipart/')
    ? await new Response(raw, { headers: { 'content-type': type } }).formData()
    : undefined;
  const body = type.includes('json') ? (JSON.parse(raw.toString()) as Record<string, unknown>) : {};
  return {
    method: request.method ?? 'GET',
    path: url.pathname.replace(/^\/v\d+\.\d+\//, ''),
    query: url.searchParams,
    body,
    form,
    token: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '',
  };
};
