import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { axeFaultsInBothThemes, eventually, type Person, type TestCompany } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import { openAiOffice, type AiOffice } from './ai-office.ts';

let office: AiOffice;
let firm: TestCompany;
let marina: Person;
let browser: Browser;
let desk: Page;
beforeAll(async () => {
  office = await openAiOffice();
  firm = await office.host.company({ name: 'Prado & Menezes Advocacia' });
  marina = await firm.person('admin', 'Marina Azevedo');
  browser = await launchBrowser();
  desk = await (await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } })).newPage();
  await signIn(desk, office.host.url, marina.email, marina.password, '/ai/costs');
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await office?.close();
});

/** A customer writes and sends a voice message with these words; returns the address of the conversation. */
const speaks = async (number: string, name: string, said: string): Promise<string> => {
  const scope = firm.scope('tickets');
  const row = await scope.sql.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status) values (${`Recepção ${number.slice(-2)}`}, 'sandbox', 'CONNECTED') returning id`,
  );
  const arrives = (externalId: string, more: object) =>
    scope.use(channelInbox).message(row?.id ?? 0, {
      externalId,
      from: { channel: 'sandbox', scope: '', kind: 'phone', value: number },
      name,
      number,
      body: '',
      sentAt: new Date(),
      ...more,
    });
  await arrives(`${number}-text`, { body: 'Bom dia! O INSS negou a minha aposentadoria, benefício 198334127.' });
  const { path: at, size } = await scope.storage.store({ name: 'nota.oga', body: Buffer.from(`OggS ${said}`) });
  await arrives(`${number}-voice`, {
    media: { type: 'audio', path: at, name: 'nota.oga', mime: 'audio/ogg', size },
  });
  const ticket = await eventually(() =>
    scope.sql.one<{ id: number; uuid: string }>(
      sql`select t.id, t.uuid from tickets.ticket t join tickets.message m on m.ticket_id = t.id where m.external_id = ${`${number}-voice`}`,
    ),
  );
  await firm.admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: marina.id, from: 'pending' });
  return `/tickets/${ticket.uuid}`;
};
const log = () => desk.getByRole('log');

test('the cost page shows what the month cost by day and by use, how much of the budget is left, and what has no price', async () => {
  const scope = firm.scope('chatai');
  await scope.settings.set('aiMonthlyBudget', 120);
  // Costs are kept by the days of the company.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  for (const [purpose, model, runs, failed, tokens, micros] of [
    ['assistant', 'gpt-4o-mini', 214, 3, 96_000, 1_870_000],
    ['suggest', 'gpt-4o-mini', 88, 0, 41_000, 640_000],
    ['summary', 'gpt-4o', 37, 1, 58_000, 2_310_000],
    ['transcribe', 'whisper-1', 52, 0, 0, 930_000],
  ] as const)
    await scope.sql.run(
      sql`insert into chatai.usage_day (day, purpose, provider, model, runs, failed, prompt_tokens, completion_tokens, cost_micros)
          select d::date, ${purpose}, 'OpenAI', ${model}, ${runs}, ${failed}, ${tokens}, ${Math.round(tokens / 9)}::int,
                 (${micros} * (0.6 + 0.4 * sin(extract(doy from d))))::bigint
            from generate_series(date_trunc('month', ${today}::date), ${today}::date, interval '1 day') d`,
    );
  await scope.sql.run(
    sql`insert into chatai.usage_day (day, purpose, provider, model, runs, unpriced, prompt_tokens, completion_tokens)
        values (${today}::date, 'chat', 'Servidor próprio', 'llama3.1:8b', 9, 9, 12000, 5400)`,
  );
  const { body } = await firm.admin.get<{ byPurpose: { costMicros: number }[] }>('/ai/costs');
  const total = body.byPurpose.reduce((sum, { costMicros }) => sum + costMicros, 0) / 1_000_000;
  await desk.reload();
  const shown = total.toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  await desk.getByRole('definition').filter({ hasText: shown }).waitFor();
  await desk.getByText('9 pedidos sem preço cadastrado').waitFor();
  await desk.getByText('de R$ 120,00 neste mês').waitFor();
  await desk.getByRole('row', { name: /llama3\.1:8b.*sem preço/ }).waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await takePictures(desk, 'ai-costs');
});

test('a voice message is written down under its player by a click, is still there after a reload, and one that no model reads says why', async () => {
  const said =
    'a carta chegou dia cinco de novembro, e eu queria saber se ainda dá tempo de recorrer, porque me disseram que o prazo é de trinta dias';
  const address = await speaks('5511950020051', 'Maria Aparecida dos Santos', `say:${said}`);
  await desk.goto(`${office.host.url}${address}`);
  await log().getByRole('button', { name: 'Transcrever' }).press('Enter');
  await log().getByText(said).waitFor();
  await takePictures(desk, 'transcript');
  await desk.reload();
  await log().getByText(said).waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  const other = await speaks('5511950020052', 'João Batista Ferreira', 'unreadable:');
  await desk.goto(`${office.host.url}${other}`);
  await log().getByRole('button', { name: 'Transcrever' }).click();
  await log().getByRole('alert').waitFor();
  await log().getByRole('button', { name: 'Tentar de novo' }).waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await takePictures(desk, 'transcript-refused');
});

test('without a provider a voice message and the settings say what is missing, and a summary is labelled as made of the conversation', async () => {
  const address = await speaks('5511950020053', 'Rosa Lima', 'say:não importa');
  await office.root.delete(`/ai/platform-providers/${office.providerId}`);
  await desk.goto(`${office.host.url}${address}`);
  await log().getByRole('button', { name: 'Transcrever' }).click();
  await log().getByRole('alert').getByText('Nenhum provedor de IA configurado').waitFor();
  await desk.getByRole('button', { name: 'Resumir conversa' }).click();
  await desk.getByText('Trechos da conversa: nenhum provedor de IA configurado').waitFor();
  // The only words of the customer are the reason, and not once more what is pending.
  expect(await desk.getByRole('definition').filter({ hasText: 'O INSS negou' }).count()).toBe(1);
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await takePictures(desk, 'no-provider-conversation');
  await desk.goto(`${office.host.url}/settings?tab=chatai%2Fai`);
  await desk.getByText('Nenhum provedor configurado').first().waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await takePictures(desk, 'no-provider-settings');
});
