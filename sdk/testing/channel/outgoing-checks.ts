import type { ChannelCheck } from './check.ts';
import type { Failure, ReachedMessage } from './driver.ts';
import { ChannelCompany } from './channel-company.ts';
import { poll } from '../eventually.ts';

const reachedWith = (shop: ChannelCompany, body: string): Promise<ReachedMessage | undefined> =>
  poll(async () => (await shop.driver.reached()).find((message) => message.body.includes(body)));

/** Returns a PDF with one empty page. */
const paper = (): FormData => {
  const form = new FormData();
  const bytes = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  form.append('medias', new Blob([bytes], { type: 'application/pdf' }), 'contrato.pdf');
  return form;
};

export const sending: ChannelCheck = {
  title: 'sends the company’s messages to the right customer once, in order, with their files',
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const [ticketId, other] = [await shop.conversation(0), await shop.conversation(1)];
    const bodies = Array.from({ length: 5 }, (_, index) => shop.text(`resposta ${index}`));
    for (const body of bodies) await shop.write(ticketId, body);
    const elsewhere = await shop.write(other, shop.text('para outra pessoa'));
    await reachedWith(shop, bodies.at(-1) ?? '');
    await reachedWith(shop, elsewhere.body);
    const breaches: string[] = [];
    const reached = await shop.driver.reached();
    const toFirst = reached.filter(({ to }) => to === 0).map(({ body }) => body);
    if (toFirst.join('\n') !== bodies.join('\n'))
      breaches.push(`the customer got ${toFirst.join(' | ') || 'nothing'} for ${bodies.join(' | ')}`);
    if (reached.filter(({ to }) => to === 1).length !== 1) breaches.push('another customer got something else');
    // The customer may receive it a moment before the provider confirms it.
    await poll(async () =>
      (await shop.messages(ticketId)).every(({ fromMe, ack, failure }) => !fromMe || ack > 0 || failure !== null),
    );
    for (const { id, failure, ack, fromMe } of await shop.messages(ticketId))
      if (fromMe && (failure !== null || ack < 1))
        breaches.push(`message ${id} reached the customer and shows ${failure ?? ack}`);
    const capabilities = (await shop.admin.get<{ capabilities: { media?: object } }>(`/whatsapp/${shop.connectionId}`))
      .body.capabilities;
    if (capabilities.media && 'document' in capabilities.media) {
      const { status } = await shop.admin.call('POST', `/messages/${ticketId}`, paper());
      const file = await poll(async () => (await shop.driver.reached()).find((message) => message.file !== undefined));
      if (status !== 200 || file?.to !== 0) breaches.push(`a document did not reach the customer (${status})`);
    }
    return breaches;
  },
};

interface Adapter {
  send(message: object, connection: object, scope: object): Promise<{ externalId: string }>;
}
interface Connections {
  find(id: number): Promise<object | undefined>;
  adapter(connection: object): Adapter | undefined;
}

export const resending: ChannelCheck = {
  title: 'sends a retried message only once, by its own id',
  appliesTo: (_driver, { deduplicates: takesOnce }) => takesOnce === true,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const ticketId = await shop.conversation(0);
    const written = await shop.write(ticketId, shop.text('uma vez'));
    const first = await reachedWith(shop, written.body);
    if (!first) return ['the message did not reach the customer'];
    const scope = shop.company.scope('tickets');
    const service = scope.use<Connections>({ kind: 'service', id: 'connections.connections' });
    const connection = (await service.find(shop.connectionId)) ?? {};
    const { rows } = await stage.host.kernel.database.owner.query<{
      channel: string;
      scope: string;
      kind: string;
      value: string;
    }>(
      `select i.channel, i.scope, i.kind, i.value from contacts.identity i join tickets.ticket t using (company_id, contact_id)
        where t.company_id = $1 and t.id = $2 and i.channel = $3`,
      [shop.company.id, ticketId, stage.options.channel],
    );
    const again = await service
      .adapter(connection)
      ?.send({ id: written.id, to: rows[0], body: written.body }, connection, scope);
    const copies = (await shop.driver.reached()).filter(({ body }) => body.includes(written.body));
    const breaches =
      copies.length === 1 ? [] : [`a message sent twice with one id reached the customer ${copies.length} times`];
    if (again?.externalId !== first.id)
      breaches.push(`the second try got the id ${again?.externalId}, the first ${first.id}`);
    return breaches;
  },
};

export const echo: ChannelCheck = {
  title: 'recognises its own messages when the provider echoes them',
  appliesTo: (driver) => driver.echo !== undefined,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const ticketId = await shop.conversation(0);
    const written = await shop.write(ticketId, shop.text('eco'));
    const reached = await reachedWith(shop, written.body);
    if (!reached) return ['the message did not reach the customer'];
    await shop.settled(ticketId, written.id);
    const status = (await shop.driver.echo?.(reached)) ?? 0;
    const breaches = status >= 200 && status < 300 ? [] : [`an echo was answered ${status}`];
    const copies = (await shop.messages(ticketId)).filter(({ body }) => body === written.body);
    if (copies.length !== 1) breaches.push(`an echo left ${copies.length} messages`);
    if ((await shop.tickets()).length !== 1) breaches.push('an echo began another conversation');
    return breaches;
  },
};

export const acks: ChannelCheck = {
  title: 'raises the ticks of a message and never lowers them, and ignores those of unknown messages',
  appliesTo: (driver) => driver.ack !== undefined,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const ticketId = await shop.conversation(0);
    const written = await shop.write(ticketId, shop.text('recibos'));
    const reached = await reachedWith(shop, written.body);
    if (!reached) return ['the message did not reach the customer'];
    await shop.settled(ticketId, written.id);
    const breaches: string[] = [];
    const known = shop.driver.acks ?? [2, 3];
    // Each state in order and then again: a repeated one must not undo anything.
    for (const [reported, wanted] of [
      ...known.map((ack) => [ack, ack] as const),
      ...known.map((ack) => [ack, Math.max(...known)] as const),
    ]) {
      await shop.driver.ack?.(reached, reported);
      const shown = await poll(async () => ((await shop.sent(ticketId, written.id))?.ack ?? 0) >= wanted, 10_000);
      const now = (await shop.sent(ticketId, written.id))?.ack;
      if (!shown || now !== wanted) breaches.push(`after ${reported} was told it shows ${now}, not ${wanted}`);
    }
    await shop.driver.ack?.({ ...reached, id: `${reached.id}x` }, known.at(-1) ?? 2).catch(() => undefined);
    if ((await shop.tickets()).length !== 1) breaches.push('the ack of an unknown message began a conversation');
    return breaches;
  },
};

/** Failures that are final: the message is given up with a reason. After others it is retried or waits. */
const finalFailures: readonly Failure[] = ['refused', 'window', 'invalid-contact'];

const failed = async (shop: ChannelCompany, failure: Failure, customer: number): Promise<string[]> => {
  const ticketId = await shop.conversation(customer);
  await shop.driver.fail?.[failure]?.({ times: 1, to: customer });
  const written = await shop.write(ticketId, shop.text(`erro ${failure}`));
  const ended = await shop.settled(ticketId, written.id);
  const copies = async (): Promise<number> =>
    (await shop.driver.reached()).filter(({ body }) => body.includes(written.body)).length;
  if (failure === 'retry') {
    if (!ended || ended.failure !== null)
      return [`passing trouble ended as ${ended?.failure ?? 'nothing'}, it must be tried again`];
    return (await copies()) === 1 ? [] : [`after passing trouble the customer has the message ${await copies()} times`];
  }
  if (!finalFailures.includes(failure)) return [];
  const shown = ended?.failure ?? (ended ? 'sent' : 'nothing at all');
  const breaches = shown === failure ? [] : [`"${failure}" of the provider is shown as ${shown}`];
  if ((await copies()) > 0) breaches.push(`a message that shows ${shown} reached the customer`);
  return breaches;
};

export const errors: ChannelCheck = {
  title: 'distinguishes the provider’s refusals: retries temporary ones, gives up final ones, and shows the reason',
  appliesTo: ({ fail }) => fail !== undefined && Object.keys(fail).length > 0,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const breaches: string[] = [];
    for (const [customer, failure] of (Object.keys(shop.driver.fail ?? {}) as Failure[]).entries())
      breaches.push(...(await failed(shop, failure, customer)));
    return breaches;
  },
};

export const orderDespiteErrors: ChannelCheck = {
  title: 'loses and duplicates no message, and keeps the order, during temporary errors of the provider',
  appliesTo: ({ fail }) => fail?.retry !== undefined,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const ticketId = await shop.conversation(0);
    await shop.driver.fail?.retry?.({ times: 2, to: 0 });
    const bodies = Array.from({ length: 4 }, (_, index) => shop.text(`apesar de tudo ${index}`));
    for (const body of bodies) await shop.write(ticketId, body);
    await poll(async () => (await shop.driver.reached()).some(({ body }) => body.includes(bodies[3] ?? '')), 20_000);
    const reached = (await shop.driver.reached()).map(({ body }) => body);
    const got = reached.flatMap((text) => bodies.filter((body) => text.includes(body)));
    return got.join('\n') === bodies.join('\n')
      ? []
      : [`the customer got ${got.join(' | ')} for ${bodies.join(' | ')}`];
  },
};

export const outageDelivery: ChannelCheck = {
  title: 'holds messages while the link is down, and sends them in order when it is back',
  appliesTo: ({ link }) => link !== undefined,
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const ticketId = await shop.conversation(0);
    await shop.driver.link?.cut();
    const bodies = Array.from({ length: 3 }, (_, index) => shop.text(`espera ${index}`));
    for (const body of bodies) await shop.write(ticketId, body);
    const written = async (): Promise<(string | null)[]> =>
      (await shop.messages(ticketId)).filter(({ fromMe }) => fromMe).map(({ failure }) => failure);
    await poll(async () => (await written()).every((failure) => failure !== null), 20_000);
    const shown = await written();
    if (shown.some((failure) => failure !== 'disconnected'))
      return [`messages written while the link is down do not wait: they show ${shown.join(', ')}`];
    const breaches: string[] = [];
    if ((await shop.driver.reached()).some(({ body }) => bodies.some((one) => body.includes(one))))
      breaches.push('a message went out over a link that is down');
    await shop.driver.link?.mend();
    await reachedWith(shop, bodies.at(-1) ?? '');
    const reached = (await shop.driver.reached()).map(({ body }) => body).filter((body) => bodies.includes(body));
    if (reached.join('\n') !== bodies.join('\n'))
      breaches.push(
        `after the link was mended the customer got ${reached.join(' | ') || 'nothing'} for ${bodies.join(' | ')}`,
      );
    return breaches;
  },
};
