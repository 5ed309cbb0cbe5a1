import { inject } from 'vitest';
import { sql, type Scope } from '@balcao/sdk/server';
import { channelInbox, type InboundResult } from '@balcao/connections/contract';
import {
  eventually,
  startAiSimulator,
  startTestHost,
  type AiSimulator,
  type Person,
  type TestCompany,
  type TestHost,
} from '@balcao/testing';
import { purposes } from '../../chatai/contract.ts';
import { plugins } from './plugins.ts';

export interface Stage {
  host: TestHost;
  ai: AiSimulator;
  root: Person;
  close(): Promise<void>;
}

/** A platform whose provider of models is a simulator on this machine. */
export const openStage = async (log?: (line: string) => void, more: readonly string[] = []): Promise<Stage> => {
  const ai = await startAiSimulator({ key: 'sk-platform-secret', models: ['sim-1'] });
  const host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    importLimitMs: 60_000,
    plugins: [...plugins, ...more],
    env: { SANDBOX: '1' },
    ...(log && { log }),
  });
  const root = await host.superUser();
  const added = await root.post<{ id: number }>('/ai/platform-providers', {
    title: 'Simulado',
    baseUrl: ai.url,
    key: 'sk-platform-secret',
    models: ['sim-1'],
  });
  const used = purposes.filter((purpose) => purpose !== 'embed' && purpose !== 'transcribe');
  const records = used.map((purpose) => ({ purpose, providerId: added.body.id, model: 'sim-1' }));
  await root.put('/ai/platform-purposes', { records });
  return {
    host,
    ai,
    root,
    async close() {
      await host.close();
      await ai.close();
    },
  };
};

interface Said {
  id: number;
  body: string;
  fromMe: boolean;
  onlyInternal: boolean;
  clientId: string | null;
  user: { id: number } | null;
}

/** A company whose connection has a prompt, with customers who write. */
export class Office {
  readonly company: TestCompany;
  readonly connectionId: number;
  readonly #stage: Stage;
  #count = 0;

  private constructor(stage: Stage, company: TestCompany, connectionId: number) {
    this.#stage = stage;
    this.company = company;
    this.connectionId = connectionId;
  }

  static async of(
    stage: Stage,
    settings: Record<string, string | number | boolean> = {},
    prompt = 'Seja breve.',
  ): Promise<Office> {
    const company = await stage.host.company({
      name: 'Prado & Menezes',
      settings: { assistantWaitSeconds: 0, flow: 'enabled', kanbanEnabled: 'enabled', ...settings },
    });
    const made = await stage.host.kernel.database.owner.query<{ id: number }>(
      `insert into chatai.prompt (title, type, description) values ($1, 2, $2) returning id`,
      [`Recepção ${company.id}`, prompt],
    );
    const row = await company.scope('connections').sql.one<{ id: number }>(
      sql`insert into connections.connection (name, channel, status, is_default, prompt_id)
          values ('Principal', 'telephone', 'CONNECTED', true, ${prompt === '' ? null : (made.rows[0]?.id ?? null)}) returning id`,
    );
    return new Office(stage, company, row?.id ?? 0);
  }

  get admin(): Person {
    return this.company.admin;
  }
  get scope(): Scope {
    return this.company.scope('assistant');
  }

  number(): string {
    this.#count += 1;
    return String(5_511_900_000_000 + this.company.id * 10_000 + this.#count);
  }

  async queue(name: string, more: object = {}): Promise<number> {
    this.#count += 1;
    const { body } = await this.admin.post<{ id: number }>('/queue', {
      name,
      color: `#${String(100_000 + this.#count)}`,
      ...more,
    });
    return body.id;
  }

  /** A virtual colleague. */
  async robot(name: string, prompt = ''): Promise<Person> {
    const settings = this.#stage.host.kernel.identity.settings;
    await settings.set(this.company.id, 'virtualUsers', String(this.company.id)).catch(() => undefined);
    const robot = await this.company.person('user', name);
    await this.company.scope('users').sql.run(
      sql`insert into users.assistant_fields (user_id, is_virtual, custom_prompt) values (${robot.id}, true, ${prompt})
          on conflict (company_id, user_id) do update set is_virtual = true, custom_prompt = excluded.custom_prompt`,
    );
    return robot;
  }

  /** Settings of the assistant that answer at once. */
  async settings(values: object): Promise<void> {
    const { status, body } = await this.admin.post<object>('/assistant/versions', { ...values, isLive: true });
    if (status !== 200) throw new Error(`settings answered ${status} ${JSON.stringify(body)}`);
  }

  async teach(question: string, answer: string): Promise<void> {
    await this.admin.post('/assistant/faq', { question, answer });
  }

  arrives(number: string, body: string, connectionId = this.connectionId): Promise<InboundResult> {
    this.#count += 1;
    return this.company
      .scope('tickets')
      .use(channelInbox)
      .message(connectionId, {
        externalId: `in-${connectionId}-${this.#count}`,
        from: { channel: 'telephone', scope: '', kind: 'phone', value: number },
        name: `Cliente ${number.slice(-4)}`,
        number,
        body,
        sentAt: new Date(),
      });
  }

  /** A customer writes; returns the conversation. */
  async writes(number: string, body: string): Promise<number> {
    await this.arrives(number, body);
    let ticketId = 0;
    await eventually(async () => {
      const row = await this.scope.sql.one<{ id: number }>(
        sql`select t.id from tickets.public_ticket t join contacts.public_contact c on c.id = t.contact_id
             where c.number = ${number} order by t.id desc limit 1`,
      );
      ticketId = row?.id ?? 0;
      return ticketId > 0;
    });
    return ticketId;
  }

  async messages(ticketId: number): Promise<Said[]> {
    return (await this.admin.get<{ messages: Said[] }>(`/messages/${ticketId}`)).body.messages;
  }
  /** The company's messages to the customer. */
  async said(ticketId: number): Promise<string[]> {
    return (await this.messages(ticketId))
      .filter(({ fromMe, onlyInternal }) => fromMe && !onlyInternal)
      .map(({ body }) => body);
  }
  async notes(ticketId: number): Promise<string[]> {
    return (await this.messages(ticketId)).filter(({ onlyInternal }) => onlyInternal).map(({ body }) => body);
  }
  /** Waits until the company has said this often something. */
  async saidTimes(ticketId: number, times: number): Promise<string[]> {
    await eventually(async () => (await this.said(ticketId)).length >= times);
    return this.said(ticketId);
  }

  async ticket(ticketId: number) {
    return this.scope.sql.one<{ status: string; queueId: number | null; userId: number | null; by: string | null }>(
      sql`select status, queue_id as "queueId", user_id as "userId", automatic_by as by from tickets.public_ticket where id = ${ticketId}`,
    );
  }
  async runs(ticketId: number) {
    return this.scope.sql.rows<{ state: string; why: string | null; calls: number; tools: string[] }>(
      sql`select state, why, calls, tools from assistant.run where ticket_id = ${ticketId} order by id`,
    );
  }

  /** The requests to the model about this company, oldest first. */
  asked(): string[] {
    return this.#stage.ai.requests.filter(({ path }) => path.includes('/chat/')).map(({ raw }) => raw);
  }
}

export const disclosure = 'Aqui responde uma assistente automática. Para falar com uma pessoa, escreva “atendente”.';
export const handover = 'Vou passar você para uma pessoa da equipe. Só um momento.';
