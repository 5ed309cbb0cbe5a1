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
/** Far beyond any real customer: an IXC that returns the same page for ever is not asked for ever. */
const maxPages = 50;

/** Reads all rows of a query, page by page. */
const everyRow = async <T>(
  table: string,
  asked: Readonly<Record<string, string>>,
  row: z.ZodType<T>,
  scope: Scope,
): Promise<T[]> => {
  const rows: T[] = [];
  let before: string | undefined;
  for (let page = 1; page <= maxPages; page += 1) {
    const body = { ...asked, page: String(page), rp: String(pageSize) };
    const answer = await call(table, body, listOf(row), scope);
    const some = answer.registros ?? [];
    const first = JSON.stringify(some[0]);
    // A version that does not know pages returns the same rows again.
    if (first !== undefined && first === before) return rows;
    before = first;
    rows.push(...some);
    // Some versions limit the page size themselves, and some do not return the total.
    const total = Number(answer.total);
    if (some.length === 0 || (total > 0 ? rows.length >= total : some.length < pageSize)) return rows;
  }
  throw new Error(`IXC returned more than ${maxPages} pages of ${table}`);
};

const customersOf = async (taxNumber: string, scope: Scope): Promise<string[]> => {
  for (const query of [withPunctuation(taxNumber), taxNumber]) {
    const asked = { qtype: 'cliente.cnpj_cpf', query, oper: '=', sortname: 'cliente.id', sortorder: 'asc' };
    const rows = await everyRow('cliente', asked, Customer, scope);
    const found = rows.filter(({ cnpj_cpf }) => digits(cnpj_cpf) === taxNumber);
    if (found.length > 0) return found.map(({ id }) => id);
  }
  return [];
};

const openOf = async (customer: string, scope: Scope): Promise<z.output<typeof Receivable>[]> => {
  const asked = {
    qtype: 'fn_areceber.id_cliente',
    query: customer,
    oper: '=',
    sortname: 'fn_areceber.data_vencimento',
    sortorder: 'asc',
    grid_param: JSON.stringify([{ TB: 'fn_areceber.status', OP: '=', P: 'A' }]),
  };
  const rows = await everyRow('fn_areceber', asked, Receivable, scope);
  // Versions that ignore the filter return all receivables.
  return rows.filter(
    ({ status, liberado, id_cliente }) => status === 'A' && liberado !== 'N' && id_cliente === customer,
  );
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

const invoiceOf = async (row: z.output<typeof Receivable>, scope: Scope): Promise<OpenInvoice> => ({
  id: row.id,
  dueDate: row.data_vencimento.slice(0, 10),
  amountCents: centsOf(textOrNull(row.valor_aberto) ?? row.valor),
  line: lineOf(row.linha_digitavel),
  url: linkOf(row.gateway_link),
  pix: await pixOf(row.id, scope),
});

/** IXC Provedor, through its REST API. */
export const ixc: BillingSystem = {
  id: 'ixc',
  label: 'system.ixc',
  isReady: ({ settings }) => settings.get('ipixc') !== '' && settings.get('tokenixc') !== '',
  openInvoices: async (taxNumber, scope): Promise<OpenInvoice[] | undefined> => {
    const customers = await customersOf(taxNumber, scope);
    if (customers.length === 0) return undefined;
    const open = (await Promise.all(customers.map((one) => openOf(one, scope)))).flat();
    const invoices: OpenInvoice[] = [];
    for (let from = 0; from < open.length; from += 12)
      invoices.push(...(await Promise.all(open.slice(from, from + 12).map((row) => invoiceOf(row, scope)))));
    return invoices;
  },
};
