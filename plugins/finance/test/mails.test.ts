import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { readMail, type ReceivedMail } from '@balcao/testing';
import { dailyWork } from '../server/invoices/daily-job.ts';
import { dayFrom, openBillingSetup, type BillingSetup, type Plan } from './billing-setup.ts';

let setup: BillingSetup;
let plan: Plan;
let server: SMTPServer;
const arrived: ReceivedMail[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        arrived.push(readMail(text));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  setup = await openBillingSetup(inject('databaseUrl'), ['security'], {
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    PUBLIC_URL: 'https://atende.example',
  });
  plan = await setup.plan({ name: 'Profissional', value: 1149.9 as never });
});
afterAll(async () => {
  await setup?.host.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const companyName = 'Associação dos Produtores d’Água & Cia';
const expectedTexts = {
  pt: {
    welcome: ['Sua conta está pronta', 'já pode atender', 'https://atende.example/login'],
    reset: ['Seu código de verificação', 'Código de Verificação', 'https://atende.example/forgetpsw'],
    issued: ['Sua fatura está disponível', 'já pode ser paga', 'R$ 1.149,90', 'https://atende.example/financeiro/'],
    due: ['Sua fatura vence em breve', 'vence em ', 'R$ 1.149,90'],
    overdue: ['Sua fatura está vencida', 'venceu', 'R$ 1.149,90'],
    blocked: ['O acesso da sua empresa está bloqueado', 'vencida há 6 dias', 'R$ 1.149,90'],
    signIn: ['Novo acesso à sua conta', 'Endereço IP', 'https://atende.example/forgetpsw'],
  },
  en: {
    welcome: ['Your account is ready', 'can start serving customers', 'https://atende.example/login'],
    reset: ['Your verification code', 'Verification code', 'https://atende.example/forgetpsw'],
    issued: ['Your invoice is ready', companyName, 'R$ 1.149,90', 'https://atende.example/financeiro/'],
    due: ['Your invoice is due soon', companyName, 'R$ 1.149,90'],
    overdue: ['Your invoice is overdue', companyName, 'R$ 1.149,90'],
    blocked: ['Your company’s access is blocked', '6 days', 'R$ 1.149,90'],
    signIn: ['New sign-in to your account', 'IP address', 'https://atende.example/forgetpsw'],
  },
  es: {
    welcome: ['Tu cuenta está lista', 'ya puede atender', 'https://atende.example/login'],
    reset: ['Tu código de verificación', 'Código de verificación', 'https://atende.example/forgetpsw'],
    issued: ['Tu factura está disponible', companyName, 'R$ 1.149,90', 'https://atende.example/financeiro/'],
    due: ['Tu factura vence pronto', companyName, 'R$ 1.149,90'],
    overdue: ['Tu factura está vencida', companyName, 'R$ 1.149,90'],
    blocked: ['El acceso de tu empresa está bloqueado', '6 días', 'R$ 1.149,90'],
    signIn: ['Nuevo acceso a tu cuenta', 'Dirección IP', 'https://atende.example/forgetpsw'],
  },
} as const;

const shownDay = (date: string, language: string): string => {
  const [year, month, day] = date.split('-');
  return language === 'en' ? `${month}/${day}/${year}` : `${day}/${month}/${year}`;
};

test.each(['pt', 'en', 'es'] as const)(
  'A company that signed up in %s gets every mail in that language: welcome, code, invoice, due, overdue, blocked, new sign-in',
  async (language) => {
    const email = `gerencia-${language}@empresa.example`;
    const call = (method: string, at: string, body?: object, browser = 'Mozilla/5.0 Firefox/140.0') =>
      fetch(`${setup.host.url}/api${at}`, {
        method,
        headers: { 'content-type': 'application/json', 'accept-language': language, 'user-agent': browser },
        ...(body && { body: JSON.stringify(body) }),
      });
    const got = async (kind: keyof (typeof expectedTexts)['pt']): Promise<ReceivedMail> => {
      const [subject, ...parts] = expectedTexts[language][kind];
      const found = () =>
        arrived.find(({ headers }) => headers.get('to')?.includes(email) && headers.get('subject') === subject);
      await expect.poll(found, { message: `${kind}: ${subject}` }).toBeDefined();
      const mail = found() as ReceivedMail;
      expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
      expect([...mail.parts.keys()]).toEqual(['text/plain', 'text/html']);
      const html = mail.parts.get('text/html') ?? '';
      for (const part of parts) {
        expect(mail.parts.get('text/plain')).toContain(part);
        expect(html).toContain(part.replaceAll('&', '&amp;'));
      }
      for (const part of mail.parts.values()) expect(part).not.toMatch(/\{\{|undefined|null|NaN/);
      expect(html).toContain(`<html lang="${language === 'pt' ? 'pt-BR' : language}">`);
      const folder = process.env['MAILS'];
      if (folder) {
        await mkdir(folder, { recursive: true });
        await writeFile(path.join(folder, `${kind}-${language}.html`), html);
      }
      return mail;
    };

    // Two companies cannot have the same name.
    const form = {
      name: 'Helena Conceição',
      companyName: `${companyName} ${language}`,
      email,
      password: 'Segredo-123',
      planId: plan.id,
    };
    const made = await call('POST', '/companies/cadastro', form);
    expect(made.status).toBe(200);
    const { id } = (await made.json()) as { id: number };
    await got('welcome');

    expect((await call('POST', `/forgetpassword/${email}`)).status).toBe(200);
    const reset = await got('reset');
    expect(reset.parts.get('text/plain')).toMatch(/[A-Z0-9]{4}-[A-Z0-9]{4}/);

    for (const browser of ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'Mozilla/5.0 (Macintosh) Safari/605.1'])
      expect((await call('POST', '/auth/login', { email, password: 'Segredo-123' }, browser)).status).toBe(200);
    await got('signIn');

    const scope = setup.host.kernel.scope(id, 'finance');
    for (const [kind, left] of [
      ['issued', 8],
      ['due', 3],
      ['overdue', -1],
      ['blocked', -6],
    ] as const) {
      await scope.sql.run(sql`update finance.account set due_date = ${dayFrom(left)}::date`);
      await scope.sql.run(sql`update finance.invoice set due_date = ${dayFrom(left)}::date where status = 'open'`);
      await dailyWork(scope);
      const mail = await got(kind);
      expect(mail.parts.get('text/plain')).toContain(shownDay(dayFrom(left), language));
    }
  },
);
