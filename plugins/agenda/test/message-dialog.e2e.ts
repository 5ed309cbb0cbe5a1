import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaultsInBothThemes, type Person } from '@balcao/testing';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';
import type { ScheduleView } from '../contract.ts';

let product: Product;
let page: Page;
/** A colleague who works by the API: a person has one session at a time. */
let gestor: Person;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agenda-'));
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local', {}, '/schedules');
  gestor = await product.person('gestor@balcao.local');
});
afterAll(async () => {
  await product?.close();
  await rm(folder, { recursive: true, force: true });
});

const dialog = () => page.getByRole('dialog');
const found = async (text: string): Promise<ScheduleView[]> =>
  (await gestor.get<{ schedules: ScheduleView[] }>(`/schedules?searchParam=${encodeURIComponent(text)}`)).body
    .schedules;
/** A file that is larger than the server takes. */
const tooLarge = async (): Promise<string> => {
  const path = join(folder, 'audiência gravada.mp4');
  const file = await open(path, 'w');
  await file.truncate(60_000_000);
  await file.close();
  return path;
};

test('Saving again after a refused file schedules no second message', async () => {
  await page.getByRole('button', { name: 'Novo', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mensagem agendada' }).click();
  await dialog()
    .getByRole('combobox', { name: /Contato/ })
    .pressSequentially('Thaís');
  await page.getByRole('option', { name: /Thaís/ }).first().click();
  const text = dialog().getByRole('textbox', { name: /^Mensagem/ });
  await text.fill('Segue a gravação da audiência.');
  await dialog()
    .locator('input[type="file"]')
    .setInputFiles(await tooLarge());
  await dialog().getByRole('button', { name: 'Agendar', exact: true }).click();
  await dialog().getByText('A mensagem já está agendada, mas sem o arquivo.').waitFor();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await takePictures(page, 'refused-file');
  // Again with the same file, then without it.
  await dialog().getByRole('button', { name: 'Salvar', exact: true }).click();
  await dialog().getByRole('button', { name: 'Salvar', exact: true, disabled: false }).waitFor();
  await text.fill('Segue a gravação da audiência, em outra mensagem.');
  await dialog()
    .getByRole('button', { name: /^Remover/ })
    .first()
    .click();
  await dialog().getByRole('button', { name: 'Salvar', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
  const messages = await found('gravação da audiência');
  expect(messages.map(({ body, mediaName }) => [body, mediaName])).toEqual([
    ['Segue a gravação da audiência, em outra mensagem.', null],
  ]);
});

/** Adds a connection with a reply window to the demo's company, with a template whose header is a file. */
const openOfficialNumber = async (): Promise<void> => {
  const { kernel } = product.host;
  const { rows } = await kernel.database.owner.query<{ id: number }>(
    `select company_id as id from kernel."user" where email = 'admin@balcao.local'`,
  );
  const companyId = rows[0]?.id ?? 0;
  const made = await kernel
    .scope(companyId, 'connections')
    .sql.one<{ id: number }>(
      sql`insert into connections.connection (name, channel, status) values ('WhatsApp oficial', 'whatsapp-cloud', 'CONNECTED') returning id`,
    );
  const parts = [
    { type: 'HEADER', format: 'DOCUMENT' },
    { type: 'BODY', text: 'Olá {{1}}, segue o boletim da semana.' },
  ];
  await kernel.scope(companyId, 'channel-whatsapp-cloud').sql.run(
    sql`insert into channel_whatsapp_cloud.template (connection_id, graph_id, name, language, category, status, parameter_format, components)
          values (${made?.id}, 'boletim', 'boletim_com_pdf', 'pt_BR', 'UTILITY', 'APPROVED', 'POSITIONAL', ${JSON.stringify(parts)}::jsonb)`,
  );
};

test('A message is scheduled with a template whose header is a file', async () => {
  await openOfficialNumber();
  await page.goto(`${product.host.url}/schedules`);
  await page.getByRole('button', { name: 'Novo', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mensagem agendada' }).click();
  await dialog()
    .getByRole('combobox', { name: /Contato/ })
    .pressSequentially('Thaís');
  await page.getByRole('option', { name: /Thaís/ }).first().click();
  await dialog()
    .getByRole('combobox', { name: /^Conexão/ })
    .click();
  await page.getByRole('option', { name: 'WhatsApp oficial' }).click();
  await dialog()
    .getByRole('combobox', { name: /^Modelo/ })
    .click();
  await page.getByRole('option', { name: 'boletim_com_pdf · pt_BR' }).click();
  await dialog().getByText('Olá {{1}}, segue o boletim da semana.').waitFor();
  await dialog()
    .getByRole('textbox', { name: /^Mensagem/ })
    .fill('Segue o boletim desta semana.');
  await dialog()
    .locator('input[type="file"]')
    .setInputFiles({ name: 'boletim.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 boletim') });
  await takePictures(page, 'template-with-file');
  await dialog().getByRole('button', { name: 'Agendar', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
  expect((await found('boletim desta semana')).map(({ template, mediaName }) => [template?.name, mediaName])).toEqual([
    ['boletim_com_pdf', 'boletim.pdf'],
  ]);
});
