import { z, type Scope } from '@balcao/sdk/server';
import type { BillingSystem, OpenInvoice } from '../contract.ts';
import { callBillingSystem, baseOf, centsOf, lineOf, textOrNull } from './call.ts';

const text = z.union([z.string(), z.number().transform(String)]);
const Title = z.object({
  titulo: text,
  status: z.string(),
  valor: text,
  datavenc: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  linhadig: z.string().nullish(),
  pix: z.string().nullish(),
  login: z.string().nullish(),
});
const Titles = z.object({ titulos: z.array(Title).nullish(), mensagem: z.string().nullish() });
const open = new Set(['aberto', 'vencido']);

const base = (scope: Scope): string => baseOf(scope.settings.get('ipmkauth'));

/** Returns a token valid for some minutes; the response is plain text. */
const tokenOf = async (scope: Scope): Promise<string> => {
  const { settings } = scope;
  const who = `${settings.get('clientidmkauth').trim()}:${settings.get('clientsecretmkauth').trim()}`;
  const authorization = `Basic ${Buffer.from(who).toString('base64')}`;
  const answer = (await callBillingSystem(`${base(scope)}/api/`, { headers: { authorization } }, scope)).trim();
  const token = answer.replaceAll('"', '');
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new Error('MK-AUTH returned no token');
  return token;
};

/** Returns the public address of the boleto, which needs no login. */
const boletoOf = ({ titulo, login }: z.output<typeof Title>, scope: Scope): string | null =>
  textOrNull(login) === null
    ? null
    : `${base(scope)}/boleto/boleto.hhvm?titulo=${encodeURIComponent(titulo)}&contrato=${encodeURIComponent(login ?? '')}`;

/** MK-AUTH, through its API with a token. */
export const mkAuth: BillingSystem = {
  id: 'mk-auth',
  label: 'system.mkAuth',
  isReady: ({ settings }) =>
    ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'].every((key) => settings.get(key) !== ''),
  openInvoices: async (taxNumber, scope): Promise<OpenInvoice[] | undefined> => {
    const authorization = `Bearer ${await tokenOf(scope)}`;
    const response = await callBillingSystem(
      `${base(scope)}/api/titulo/titulos/${taxNumber}`,
      { headers: { authorization } },
      scope,
    );
    const { titulos, mensagem } = Titles.parse(JSON.parse(response));
    if (!titulos) {
      if (mensagem && /n[ãa]o encontrado/i.test(mensagem)) return undefined;
      throw new Error(`MK-AUTH refused: ${(mensagem ?? 'no titles').slice(0, 200)}`);
    }
    return titulos
      .filter(({ status }) => open.has(status.toLowerCase()))
      .slice(0, 12)
      .map((title) => ({
        id: title.titulo,
        dueDate: title.datavenc.slice(0, 10),
        amountCents: centsOf(title.valor),
        line: lineOf(title.linhadig),
        url: textOrNull(title.linhadig) === null ? null : boletoOf(title, scope),
        pix: textOrNull(title.pix),
      }));
  },
};
