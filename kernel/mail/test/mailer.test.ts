import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Email } from '@balcao/sdk/server';
import { readMail, type ReceivedMail } from '@balcao/testing';
import { Browser, makeCompany, openInstallation } from '../../auth/test/test-installation.ts';
import type { Installation } from '../../auth/test/test-installation.ts';
import { silentLog } from '../../database/test/fresh-database.ts';
import { Mailer } from '../mailer.ts';
import { renderEmail } from '../render-email.ts';
import { resetCodeEmail } from '../reset-code-email.ts';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };

let all: Installation;
let server: SMTPServer;
let smtpUrl: string;
const arrived: string[] = [];
let refusals = 0;
/** True while the server accepts a text and never answers. */
let isSilent = false;

beforeAll(async () => {
  all = await openInstallation();
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          done(Object.assign(new Error('come back later'), { responseCode: 451 }));
          return;
        }
        arrived.push(text);
        if (!isSilent) done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
  await all.close();
});

const mail = { to: 'ana@acme.example', subject: 'Olá, avião', text: 'texto', html: '<p>texto</p>' };
const openMailer = (): Mailer => {
  const mailer = new Mailer({
    owner: all.database.owner,
    log: silentLog,
    smtpUrl,
    from: 'Balcão <nao@balcao.local>',
    pollMs: 50,
    retrySeconds: 0,
  });
  mailer.start();
  return mailer;
};
const statuses = async () => (await all.identity.mailer.list(1)).mails.map(({ status }) => status);

test('Without a mail server a message is stored, and the super user can read it', async () => {
  await all.identity.mailer.send(mail);
  const acme = await makeCompany(all, 'acme');
  const root = await acme.add('admin', 'root@acme.example');
  await all.identity.people.makeSuper(root.id);
  const [asSuper, asAdmin] = [new Browser(all), new Browser(all)];
  await asSuper.logIn(root.email);
  await asAdmin.logIn(acme.admin.email);
  const { body } = await asSuper.call('GET', '/mails');
  expect(body).toMatchObject({
    hasMore: false,
    mails: [{ to: mail.to, subject: mail.subject, text: 'texto', status: 'kept' }],
  });
  expect((await asAdmin.call('GET', '/mails')).status).toBe(403);
  expect((await asSuper.call('GET', '/mails?pageNumber=x')).status).toBe(400);
});

test('A message is sent once, by however many nodes, and its text is deleted afterwards', async () => {
  const mailers = [openMailer(), openMailer()];
  for (let number = 0; number < 5; number += 1) await mailers[0]?.send({ ...mail, subject: `number ${number}` });
  await expect.poll(() => arrived.length).toBe(5);
  await Promise.all(mailers.map((mailer) => mailer.stop()));
  expect(arrived).toHaveLength(5);
  expect(arrived[0]).toMatch(/^From: .*<nao@balcao\.local>/m);
  expect(arrived[0]).toContain('multipart/alternative');
  const { mails } = await all.identity.mailer.list(1);
  expect(mails[0]).toMatchObject({ status: 'sent', text: null, html: null, sentAt: expect.any(Date) });
});

test('A message is retried until the server accepts it', async () => {
  arrived.length = 0;
  refusals = 3;
  const mailer = openMailer();
  await mailer.send(mail);
  await expect.poll(() => arrived.length).toBe(1);
  await mailer.stop();
  expect((await all.identity.mailer.list(1)).mails[0]).toMatchObject({ status: 'sent', attempts: 4 });
});

test('A message waits while no node runs, and is sent when one starts', async () => {
  arrived.length = 0;
  const stopped = new Mailer({ owner: all.database.owner, log: silentLog, smtpUrl, from: 'x@y.example' });
  await stopped.stop();
  await stopped.send(mail);
  expect((await statuses())[0]).toBe('waiting');
  const mailer = openMailer();
  await expect.poll(() => arrived.length).toBe(1);
  await mailer.stop();
});

test('An invitation that a killed node was sending is sent once more with the same link', async () => {
  arrived.length = 0;
  const link = 'https://chat.example/password#token=abc-DEF_123';
  const { rows } = await all.database.owner.query<{ id: number }>(
    `insert into kernel.mail (recipient, subject, text, html, status)
     values ('ana@acme.example', 'Convite', $1, $1, 'waiting') returning id::int`,
    [link],
  );
  isSilent = true;
  const node = fork(path.join(import.meta.dirname, 'worker.ts'), [all.databaseUrl, smtpUrl], { execArgv: [] });
  await expect.poll(() => arrived.length).toBe(1);
  node.kill('SIGKILL');
  await once(node, 'exit');
  isSilent = false;
  const id = rows[0]?.id;
  const state = async () =>
    (await all.database.owner.query(`select status, text, attempts from kernel.mail where id = $1`, [id])).rows[0];
  expect(await state()).toEqual({ status: 'waiting', text: link, attempts: 1 });
  // Five minutes later another node sends it.
  await all.database.owner.query(`update kernel.mail set next_at = now() where id = $1`, [id]);
  const mailer = openMailer();
  await expect.poll(async () => (await state())?.status).toBe('sent');
  await mailer.stop();
  expect(arrived).toHaveLength(2);
  const [first, second] = arrived.map((text) => readMail(text).parts.get('text/plain')?.trim());
  expect([first, second]).toEqual([link, link]);
});

test('A message of a change that was rolled back is never sent', async () => {
  const client = await all.database.owner.connect();
  await client.query('begin');
  await all.identity.mailer.send({ ...mail, subject: 'never' }, client);
  await client.query('rollback');
  client.release();
  expect((await all.identity.mailer.list(1)).mails.map(({ subject }) => subject)).not.toContain('never');
});

test.each(['pt', 'en', 'es'] as const)(
  'The reset mail in %s has the code, how long it is valid and where to enter it',
  (language) => {
    const letter = resetCodeEmail({
      to: 'ze@acme.example',
      name: '<b>Zé</b>',
      code: 'ABCD2345',
      minutes: 15,
      language,
    });
    const { subject, text, html } = renderEmail(letter, language, 'https://chat.example');
    expect(subject).not.toBe('');
    for (const part of [text, html]) {
      expect(part).toContain('ABCD-2345');
      expect(part).toContain('15');
      expect(part).toContain('https://chat.example/forgetpsw');
      expect(part).not.toMatch(/\{\{|undefined/);
    }
    expect(html).toContain('&lt;b&gt;Zé&lt;/b&gt;');
    expect(html).toContain(`lang="${language === 'pt' ? 'pt-BR' : language}"`);
  },
);

const longName = `${'Conceição '.repeat(12)}d’Ávila`;
const letter = (over: Partial<Email> = {}): Email => ({
  to: 'ana@acme.example',
  subject: 'Fatura de março: não pague em atraso, avó',
  title: 'Sua fatura chegou',
  parts: [
    { text: `Olá, ${longName}!` },
    {
      facts: [
        { label: 'Valor', value: 'R$ 1.234,56' },
        { label: 'Vencimento', value: '31/03/2026' },
      ],
    },
    { code: '1234-5678', label: 'Código' },
    { warning: 'Vence amanhã <hoje>' },
    { button: 'Pagar com Pix', href: '/financeiro' },
    { text: 'Dúvidas? Responda ao suporte.', quiet: true },
  ],
  ...over,
});

/** Returns the mail that the server received for a letter, ignoring others. */
const delivered = async (sent: Email): Promise<ReceivedMail> => {
  const mailer = openMailer();
  const mail = renderEmail(sent, 'pt', 'https://chat.example');
  await mailer.send(mail);
  const found = (): ReceivedMail | undefined =>
    arrived.map(readMail).find(({ headers }) => headers.get('subject') === mail.subject);
  await expect.poll(found).toBeDefined();
  await mailer.stop();
  return found() as ReceivedMail;
};

test('A letter arrives with both parts, its accents, its links and the headers against automatic replies', async () => {
  const { headers, parts } = await delivered(letter());
  expect(headers.get('subject')).toBe('Fatura de março: não pague em atraso, avó');
  expect(headers.get('from')).toBe('Balcão <nao@balcao.local>');
  expect(headers.get('to')).toContain('ana@acme.example');
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(headers.get('message-id')).toMatch(/^<.+@.+>$/);
  expect([...parts.keys()]).toEqual(['text/plain', 'text/html']);
  for (const part of parts.values()) {
    expect(part).toContain(longName);
    for (const said of ['R$ 1.234,56', '31/03/2026', '1234-5678', 'Pagar com Pix', 'https://chat.example/financeiro'])
      expect(part).toContain(said);
  }
  const html = parts.get('text/html') ?? '';
  expect(html).toContain('Vence amanhã &lt;hoje&gt;');
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).toMatch(/<html lang="pt-BR">/);
  expect(html).not.toMatch(/<script|<img|https?:\/\/(?!chat\.example)/);
  expect(parts.get('text/plain')).not.toMatch(/<(p|td|div|table)/);
});

test('A name with line breaks cannot add a header', async () => {
  const evil = 'Ana\r\nBcc: todos@acme.example\r\n\r\n<script>alert(1)</script>';
  const subject = `Olá ${evil}`;
  const { headers, parts } = await delivered(letter({ subject, title: subject, parts: [{ text: evil }] }));
  expect(headers.has('bcc')).toBe(false);
  expect(headers.get('subject')).toBe('Olá Ana Bcc: todos@acme.example <script>alert(1)</script>');
  expect(parts.get('text/html')).not.toContain('<script>');
});

test.each([
  '',
  'ana',
  'ana@acme.example, eva@acme.example',
  'ana@acme.example\nBcc: eva@acme.example',
  '<ana@acme.example>',
])('A mail to %j, which is not one address, is refused', (to) => {
  expect(() => renderEmail(letter({ to }), 'pt', 'https://chat.example')).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_EMAIL', status: 400 }),
  );
});

test.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x', 'ftp://a', ''])(
  'A button cannot lead to %j',
  (href) => {
    expect(() => renderEmail(letter({ parts: [{ button: 'Abrir', href }] }), 'pt', 'https://chat.example')).toThrow(
      /cannot lead/,
    );
  },
);

test('The texts of the mails exist in all languages', () => {
  expect(Object.keys(en)).toEqual(Object.keys(pt));
  expect(Object.keys(es)).toEqual(Object.keys(pt));
});
