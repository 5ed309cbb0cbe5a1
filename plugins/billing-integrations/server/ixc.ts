import { z, type Scope } from '@balcao/sdk/server';
import type { BillingSystem, OpenInvoice } from '../contract.ts';
import { callBillingSystem, baseOf, centsOf, lineOf, linkOf, textOrNull } from './call.ts';

const text = z.union([z.string(), z.number().transform(String)]);
const listOf = <T extends z.ZodType>(row: T) => z.object({ registros: z.array(row).nullish(), total: text.nullish() });
const Customer = z.object({ id: text, cnpj_cpf: z.string() });
const Receivable = z.object({
  id: text,
  id_cliente: text,
  status: z.string(),
  liberado: z.string().nullish(),
  valor: text,
  valor_aberto: text.nullish(),
  data_vencimento: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  linha_digitavel: z.string().nullish(),
  gateway_link: z.string().nullish(),
});
const Pix = z.object({
  pix: z.object({
    dadosPix: z.object({ pixCopiaECola: z.string().nullish(), status: z.string().nullish() }).nullish(),
    qrCode: z.object({ qrcode: z.string().nullish() }).nullish(),
  }),
});
/** A query of a table; IXC reports refusals with status 200 and `type: error`. */
const Refusal = z.object({ type: z.literal('error'), message: z.string().default('') });

const digits = (written: string): string => written.replaceAll(/\D/g, '');
/** Formats a number with punctuation, as IXC stores it unless it was typed without. */
const withPunctuation = (number: string): string =>
  number.length === 11
    ? number.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
    : number.replace(/(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})/, '$1.$2.$3/$4-$5');

const call = async <T>(path: string, body: object, shape: z.ZodType<T>, scope: Scope): Promise<T> => {
  const token = Buffer.from(scope.settings.get('tokenixc').trim()).toString('base64');
  const answer: unknown = JSON.parse(
    await callBillingSystem(
      `${baseOf(scope.settings.get('ipixc'))}/webservice/v1/${path}`,
      { method: 'POST', headers: { authorization: `Basic ${token}`, ixcsoft: 'listar' }, body },
      scope,
    ),
  );
  const refusal = Refusal.safeParse(answer);
  if (refusal.success) throw new Error(`IXC refused ${path}: ${refusal.data.message.slice(0, 200)}`);
  return shape.parse(answer);
};

const pageSize = 100;
/** Far beyond any real customer. */
const maxPages = 50;
/** Pages without a row that was asked for: nobody waits for more, and "none" is not known. */
const maxStrangePages = 10;

/**
 * Reads the rows of a query that are wanted, page by page, each once. Versions that ignore the filter return the rows of
 * everybody: of them it takes what comes in a row.
 */
const everyRow = async <T extends { id: string }>(
  table: string,
  asked: Readonly<Record<string, string>>,
  row: z.ZodType<T>,
  isWanted: (row: T) => boolean,
  scope: Scope,
): Promise<T[]> => {
  const [seen, wanted] = [new Set<string>(), new Map<string, T>()];
  // In the order of ids, because pages of another order overlap.
  const query = { ...asked, oper: '=', sortname: `${table}.id`, sortorder: 'asc', rp: String(pageSize) };
  for (let page = 1; page <= maxPages; page += 1) {
    const answer = await call(table, { ...query, page: String(page) }, listOf(row), scope);
    const some = answer.registros ?? [];
    const [seenBefore, wantedBefore] = [seen.size, wanted.size];
    for (const one of some) {
      seen.add(one.id);
      if (isWanted(one)) wanted.set(one.id, one);
    }
    // Some versions limit the page size themselves, some do not return the total, and some do not know pages.
    const total = Number(answer.total);
    const isLast = seen.size === seenBefore || (total > 0 ? seen.size >= total : some.length < pageSize);
    const isStrange = wanted.size === wantedBefore;
    if (isLast || (isStrange && wanted.size > 0)) return [...wanted.values()];
    if (isStrange && page >= maxStrangePages) break;
  }
  throw new Error(`IXC returned too many pages of ${table}`);
};

const customersOf = async (taxNumber: string, scope: Scope): Promise<string[]> => {
  for (const query of [withPunctuation(taxNumber), taxNumber]) {
    const found = await everyRow(
      'cliente',
      { qtype: 'cliente.cnpj_cpf', query },
      Customer,
      ({ cnpj_cpf }) => digits(cnpj_cpf) === taxNumber,
      scope,
    );
    if (found.length > 0) return found.map(({ id }) => id);
  }
  return [];
};

const openOf = async (customer: string, scope: Scope): Promise<z.output<typeof Receivable>[]> => {
  const asked = {
    qtype: 'fn_areceber.id_cliente',
    query: customer,
    grid_param: JSON.stringify([{ TB: 'fn_areceber.status', OP: '=', P: 'A' }]),
  };
  const isOwn = ({ id_cliente }: z.output<typeof Receivable>): boolean => id_cliente === customer;
  const rows = await everyRow('fn_areceber', asked, Receivable, isOwn, scope);
  // Versions that ignore the filter return paid ones too.
  return rows.filter(({ status, liberado }) => status === 'A' && liberado !== 'N');
};

/** Fetches the Pix code, which IXC creates on demand; an invoice without one still has its line. */
const pixOf = async (invoice: string, scope: Scope): Promise<string | null> => {
  try {
    const { pix } = await call('get_pix', { id_areceber: invoice }, Pix, scope);
    const made = pix.dadosPix?.status === 'ATIVA' ? textOrNull(pix.dadosPix.pixCopiaECola) : null;
    return made ?? textOrNull(pix.qrCode?.qrcode);
  } catch (err) {
    scope.log.info({ err, invoice }, 'IXC returned no Pix code for an invoice');
    return null;
  }
};

/** Invoices that get a Pix code, each by a request of its own; nobody pays more at a time. */
const withPix = 12;
const dueDateOf = ({ data_vencimento: due }: z.output<typeof Receivable>): string => due.slice(0, 10);

const invoiceOf = (row: z.output<typeof Receivable>, pix: string | null): OpenInvoice => ({
  id: row.id,
  dueDate: dueDateOf(row),
  amountCents: centsOf(textOrNull(row.valor_aberto) ?? row.valor),
  line: lineOf(row.linha_digitavel),
  url: linkOf(row.gateway_link),
  pix,
});

/** IXC Provedor, through its REST API. */
export const ixc: BillingSystem = {
  id: 'ixc',
  label: 'system.ixc',
  isReady: ({ settings }) => settings.get('ipixc') !== '' && settings.get('tokenixc') !== '',
  openInvoices: async (taxNumber, scope): Promise<OpenInvoice[] | undefined> => {
    const customers = await customersOf(taxNumber, scope);
    if (customers.length === 0) return undefined;
    const open = (await Promise.all(customers.map((one) => openOf(one, scope))))
      .flat()
      .toSorted((one, other) => dueDateOf(one).localeCompare(dueDateOf(other)));
    const codes = await Promise.all(open.slice(0, withPix).map(({ id }) => pixOf(id, scope)));
    return open.map((row, at) => invoiceOf(row, codes[at] ?? null));
  },
};
