import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { connections } from '@balcao/connections/contract';
import { tickets, type MessageView, type TicketView } from '@balcao/tickets/contract';
import type { Template } from '../contract.ts';
import { missingPart } from '../template/template.ts';
import { CloudFixture, startFixtures, startMeta } from './cloud-fixture.ts';
import type { GraphSimulator } from './graph/graph.ts';
import { offers } from './graph/templates.ts';
import * as wire from './graph/vectors.ts';
import { eventually } from '@balcao/testing';

let meta: GraphSimulator;
let stop: () => Promise<void>;
let host: TestHost;
beforeAll(async () => {
  ({ meta, stop } = await startMeta());
  host = await startFixtures();
});
afterAll(async () => {
  await host?.close();
  await stop?.();
});

const helena = '5511970010001';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A ticket in which Helena wrote long ago, so that only templates reach her. */
const silent = async (): Promise<{
  fixture: CloudFixture;
  ticket: TicketView;
  templates: Record<string, Template>;
}> => {
  const fixture = await CloudFixture.open(host, meta);
  meta.templates(fixture.line, offers);
  const at = new Date(Date.now() - 30 * 3_600_000);
  await meta.webhooks.deliver(fixture.line, [wire.written(fixture.line, helena, wire.text('Oi'), { at })]);
  meta.state.lastMessageAt.set(`${fixture.line.phoneNumberId}/${helena}`, at.getTime());
  const templates = await fixture.templates();
  return {
    fixture: fixture,
    ticket: await fixture.conversation(),
    templates: Object.fromEntries(templates.map((template) => [template.name, template])),
  };
};
interface Refusal {
  error: string;
  fields?: Record<string, string>;
}
const send = (fixture: CloudFixture, ticket: TicketView, body: object) =>
  fixture.admin.post<MessageView & Refusal>(`/whatsapp-cloud/tickets/${ticket.id}/templates`, body);

test('The company sees its templates with their status, and WhatsApp’s decision about one without a refresh', async () => {
  const { fixture } = await silent();
  const statuses = async () =>
    Object.fromEntries(
      (await fixture.admin.get<Template[]>(`${fixture.path}/templates`)).body.map(({ name, status }) => [name, status]),
    );
  expect(await statuses()).toMatchObject({ retomada: 'APPROVED', pedido: 'APPROVED', recusado: 'REJECTED' });
  await meta.webhooks.post(fixture.line, wire.templateStatus(fixture.line, 'pedido', 'pt_BR', 'PAUSED'));
  await expect.poll(statuses).toMatchObject({ pedido: 'PAUSED' });
  meta.templates(fixture.line, offers.slice(0, 1));
  await fixture.templates();
  expect(await statuses()).toEqual({ retomada: 'APPROVED' });
});

test('An attendant is offered approved and supported templates, only in tickets of this channel', async () => {
  const { fixture, ticket } = await silent();
  const ana = await fixture.company.person('gestor', 'Ana');
  const offered = await ana.get<Template[]>(`/whatsapp-cloud/tickets/${ticket.id}/templates`);
  expect(offered.body.map(({ name }) => name).toSorted()).toEqual([
    'agendamento',
    'cupom',
    'pedido',
    'retomada',
    'vitrine',
  ]);
  expect((await ana.get(`/whatsapp-cloud/tickets/${ticket.id + 99_999}/templates`)).status).toBe(404);
});

test('After 24 hours free text is refused, and a template reaches the customer and appears in the ticket', async () => {
  const { fixture, ticket, templates } = await silent();
  expect((await fixture.admin.post(`/messages/${ticket.id}`, { body: 'Olá' })).status).toBe(409);
  const values = { 'header.1': 'Floricultura', 'body.nome': 'Helena', 'body.loja': 'Aurora', 'button.1': 'p/42' };
  const { status, body } = await send(fixture, ticket, { templateId: templates['pedido']?.id, values });
  expect(status).toBe(200);
  expect(await fixture.settled(ticket.id, body.id)).toMatchObject({
    ack: 1,
    body: '*Floricultura*\n\nOlá, Helena! Seu pedido na Aurora saiu.\n\n_Responda para falar conosco_\n\n▸ Falar\n▸ Ver pedido',
  });
  expect(fixture.reached()[0]?.payload['template']).toEqual({
    name: 'pedido',
    language: { code: 'pt_BR' },
    components: [
      { type: 'header', parameters: [{ type: 'text', text: 'Floricultura' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Helena', parameter_name: 'nome' },
          { type: 'text', text: 'Aurora', parameter_name: 'loja' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'p/42' }] },
    ],
  });
});

test('A template with a picture is sent with it, and a coupon with its code', async () => {
  const { fixture, ticket, templates } = await silent();
  const form = new FormData();
  form.set('templateId', String(templates['vitrine']?.id));
  form.set('values', JSON.stringify({ 'body.1': 'Helena' }));
  form.set('file', new Blob([picture]), 'vitrine.png');
  const { status, body } = await send(fixture, ticket, form);
  expect(status).toBe(200);
  expect(await fixture.settled(ticket.id, body.id)).toMatchObject({ mediaType: 'image', body: 'Chegou, Helena!' });
  const sent = meta.taken.at(-1);
  expect(sent?.payload['template']).toMatchObject({
    components: [
      { type: 'header', parameters: [{ type: 'image', image: { id: expect.any(String) } }] },
      { type: 'body', parameters: [{ type: 'text', text: 'Helena' }] },
    ],
  });
  expect(sent?.file?.bytes.equals(picture)).toBe(true);
  const coupon = await send(fixture, ticket, { templateId: templates['cupom']?.id, values: { 'button.0': 'FLOR10' } });
  await fixture.settled(ticket.id, coupon.body.id);
  expect(meta.taken.at(-1)?.payload['template']).toMatchObject({
    components: [{ sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: 'FLOR10' }] }],
  });
});

test('A template whose button opens a form is sent with the form', async () => {
  const { fixture, ticket, templates } = await silent();
  const asked = { templateId: templates['agendamento']?.id, values: { 'body.1': 'Helena' } };
  const { body } = await send(fixture, ticket, asked);
  await fixture.settled(ticket.id, body.id);
  expect(meta.taken.at(-1)?.payload['template']).toMatchObject({
    components: [
      { type: 'body', parameters: [{ type: 'text', text: 'Helena' }] },
      { type: 'button', sub_type: 'flow', index: '0', parameters: [{ type: 'action', action: {} }] },
    ],
  });
});

test('A template that is not supported shows the unsupported part', async () => {
  const { fixture, ticket, templates } = await silent();
  const parts = Object.values(templates).flatMap((template) => {
    const part = missingPart(template);
    return part === undefined ? [] : [[template.name, part]];
  });
  expect(parts.toSorted()).toEqual([
    ['carrossel', 'carousel'],
    ['produtos', 'catalog'],
    ['relampago', 'offer'],
  ]);
  const { status } = await send(fixture, ticket, { templateId: templates['carrossel']?.id });
  expect(status).toBe(409);
});

test('A template that is retried is sent as the same template', async () => {
  const { fixture, ticket, templates } = await silent();
  const fits = ({ path }: { path: string }): boolean => path === `${fixture.line.phoneNumberId}/messages`;
  meta.refuse({ status: 400, code: 132015, fits });
  const values = { 'body.1': 'Helena' };
  const { body } = await send(fixture, ticket, { templateId: templates['retomada']?.id, values });
  expect((await fixture.settled(ticket.id, body.id)).failure).toBe('refused');
  expect((await fixture.admin.post(`/messages/${body.id}/retry`)).status).toBe(200);
  await eventually(() => fixture.reached().length === 1);
  expect(fixture.reached()[0]?.type).toBe('template');
});

test('The same template that is requested twice under one key is sent once', async () => {
  const { fixture, ticket, templates } = await silent();
  const asked = { templateId: templates['retomada']?.id, values: { 'body.1': 'Helena' }, clientId: 'duas-vezes' };
  const [one, other] = [await send(fixture, ticket, asked), await send(fixture, ticket, asked)];
  expect(other.body.id).toBe(one.body.id);
  await fixture.settled(ticket.id, one.body.id);
  expect(fixture.reached()).toHaveLength(1);
});

test('Missing and invalid values are named, and nothing is sent', async () => {
  const { fixture, ticket, templates } = await silent();
  const retomada = templates['retomada']?.id;
  expect(await send(fixture, ticket, { templateId: retomada, values: { 'body.1': ' \n ' } })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields: { 'body.1': 'Required' } },
  });
  expect(
    await send(fixture, ticket, { templateId: templates['vitrine']?.id, values: { 'body.1': 'x' } }),
  ).toMatchObject({
    status: 400,
    body: { fields: { file: 'Required' } },
  });
  const form = new FormData();
  form.set('templateId', String(templates['vitrine']?.id));
  form.set('values', '{"body.1":"x"}');
  form.set('file', new Blob(['%PDF-1.4\n%%EOF\n']), 'papel.pdf');
  expect(await send(fixture, ticket, form)).toMatchObject({
    status: 400,
    body: { fields: { file: 'ERR_CLOUD_HEADER_IMAGE' } },
  });
  expect(await send(fixture, ticket, { templateId: templates['recusado']?.id })).toMatchObject({
    status: 409,
    body: { error: 'ERR_TEMPLATE_NOT_SENDABLE' },
  });
  expect(await send(fixture, ticket, { templateId: 2_000_000_000 })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_TEMPLATE_FOUND' },
  });
  for (const templateId of [undefined, 'x', -1, retomada])
    expect((await send(fixture, ticket, { templateId, values: 'não' })).status).toBe(400);
  expect(fixture.reached()).toEqual([]);
});

test('A plugin without knowledge of WhatsApp lists templates, previews one and sends it in bulk to a silent customer', async () => {
  const { fixture, ticket } = await silent();
  const scope = fixture.company.scope('tickets');
  const offered = scope.use(connections);
  const listed = await offered.templates(fixture.connectionId);
  expect(listed.find(({ name }) => name === 'pedido')).toEqual({
    name: 'pedido',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'approved',
    isSendable: true,
    header: '{{1}}',
    file: null,
    body: 'Olá, {{nome}}! Seu pedido na {{loja}} saiu.',
    footer: 'Responda para falar conosco',
    buttons: ['Falar', 'Ver pedido'],
    variables: [
      { key: 'header.1', place: 'header', label: '1' },
      { key: 'body.nome', place: 'body', label: 'nome' },
      { key: 'body.loja', place: 'body', label: 'loja' },
      { key: 'button.1', place: 'button', label: 'Ver pedido' },
    ],
  });
  expect(listed.find(({ name }) => name === 'vitrine')).toMatchObject({ file: 'image' });
  expect(listed.find(({ name }) => name === 'recusado')).toMatchObject({ status: 'rejected', isSendable: false });
  const template = { name: 'retomada', language: 'pt_BR' };
  const { text } = await offered.previewTemplate(fixture.connectionId, template);
  expect(text).toBe('Olá, {{1}}! Podemos continuar a nossa conversa?');
  const gone = { ...template, language: 'xx' };
  await expect(offered.previewTemplate(fixture.connectionId, gone)).rejects.toMatchObject({
    code: 'ERR_NO_TEMPLATE_FOUND',
  });

  const service = scope.use(tickets);
  await service.close(ticket.id, { justClose: true });
  const to = { contactId: ticket.contactId, connectionId: fixture.connectionId, listed: false };
  const { id } = await service.begin(to);
  const say = (variables: Record<string, string>) =>
    service.send(id, { body: '', template: { ...template, variables }, bulk: 'fast', clientId: 'campanha:1' });
  await expect(say({})).rejects.toMatchObject({ status: 400, fields: { 'body.1': 'Required' } });
  expect(fixture.reached()).toEqual([]);
  const [message] = [await say({ 'body.1': 'Helena' }), await say({ 'body.1': 'Helena' })];
  expect(message.body).toBe('Olá, Helena! Podemos continuar a nossa conversa?');
  expect((await fixture.settled(id, message.id)).ack).toBe(1);
  expect(fixture.reached().map(({ type, payload }) => [type, payload['template']])).toEqual([
    [
      'template',
      {
        name: 'retomada',
        language: { code: 'pt_BR' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Helena' }] }],
      },
    ],
  ]);
});

test('Another company neither sees nor sends them', async () => {
  const { ticket, templates } = await silent();
  const theirs = await CloudFixture.open(host, meta);
  expect((await theirs.admin.get(`/whatsapp-cloud/tickets/${ticket.id}/templates`)).status).toBe(404);
  const asked = { templateId: templates['retomada']?.id, values: { 'body.1': 'x' } };
  expect((await send(theirs, ticket, asked)).status).toBe(404);
});
