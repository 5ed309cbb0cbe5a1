import { createHash } from 'node:crypto';
import { z } from '@balcao/sdk/server';
import { LegalFault, type LegalLawyer, type LegalProvider, type LegalStep } from '../../contract.ts';
import { courtDay, startOfDay } from './court-time.ts';
import { checkPace, everyMs, paceField } from './pace.ts';
import { addressOf, ask } from './request.ts';

const defaultUrl = 'https://comunicaapi.pje.jus.br';
/** The source's rule: after a refusal a whole minute of silence. */
const busyMs = 60_000;
const perPage = 100;
const maxPages = 5;
const longestText = 2000;

const publication = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  hash: z.string().nullish(),
  data_disponibilizacao: z.string().nullish(),
  tipoComunicacao: z.string().nullish(),
  nomeOrgao: z.string().nullish(),
  nomeClasse: z.string().nullish(),
  texto: z.string().nullish(),
  link: z.string().nullish(),
  destinatarios: z.array(z.object({ nome: z.string().nullish(), polo: z.string().nullish() })).nullish(),
  destinatarioadvogados: z
    .array(
      z.object({
        advogado: z
          .object({
            nome: z.string().nullish(),
            numero_oab: z.union([z.string(), z.number()]).nullish(),
            uf_oab: z.string().nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
});
const answer = z.object({ count: z.number().nullish(), items: z.array(publication) });
type Publication = z.infer<typeof publication>;

/** Texts of publications are HTML now and then. */
const plain = (text: string | null | undefined, most: number): string =>
  (text ?? '')
    .replaceAll('\0', '')
    .toWellFormed()
    .replaceAll(/<(style|script)\b[^]*?<\/\1>/gi, ' ')
    .replaceAll(/<[^>]{0,2000}>/g, ' ')
    .replaceAll(/&nbsp;|&#160;/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most);

const sides: Readonly<Record<string, string>> = { A: 'active', P: 'passive', T: 'third' };

const linkOf = (link: string | null | undefined): LegalStep['files'] =>
  link && /^https?:\/\//i.test(link) && URL.canParse(link) ? [{ description: 'DJEN', url: link.slice(0, 2000) }] : [];

const stepOf = (one: Publication): LegalStep | undefined => {
  const day = courtDay(one.data_disponibilizacao);
  if (day === undefined) return undefined;
  const text = plain(one.texto, longestText);
  const id = one.id ?? one.hash ?? `${day}|${text}`;
  return {
    key: createHash('sha256').update(`djen|${id}`).digest('hex'),
    kind: 'publication',
    at: startOfDay(day).toISOString(),
    title: plain(one.tipoComunicacao, 200) || 'Publicação',
    description: text || null,
    instance: '',
    code: null,
    files: linkOf(one.link),
  };
};

const lawyersOf = (publications: readonly Publication[]): LegalLawyer[] => {
  const found = new Map<string, LegalLawyer>();
  for (const { destinatarioadvogados } of publications)
    for (const { advogado } of destinatarioadvogados ?? []) {
      const name = plain(advogado?.nome, 200);
      if (name === '') continue;
      const oab = plain(String(advogado?.numero_oab ?? ''), 20) || null;
      const uf = plain(advogado?.uf_oab, 2).toUpperCase() || null;
      found.set(`${name.toLowerCase()}|${oab}|${uf}`, { name, oab, uf });
    }
  return [...found.values()].slice(0, 200);
};

/** The gazette of the courts: parties, lawyers and publications. It names no party of a lawyer, and none is guessed. */
export const djen: LegalProvider = {
  id: 'djen',
  order: 20,
  label: 'provider.djen',
  help: 'provider.djenHelp',
  fields: [{ key: 'baseUrl', label: 'provider.baseUrl', default: defaultUrl }, paceField],
  gives: { case: false, people: true, value: false, files: true, publications: true },
  isPublic: true,
  everyMs,
  check: (settings) => checkPace('djen', settings),
  async lookUp(cnj, settings, signal) {
    const found: Publication[] = [];
    for (let page = 1; page <= maxPages; page += 1) {
      const query = new URLSearchParams({
        numeroProcesso: cnj,
        pagina: String(page),
        itensPorPagina: String(perPage),
      });
      const url = addressOf(settings['baseUrl'] || defaultUrl, `/api/v1/comunicacao?${query}`);
      const { status, body } = await ask({ method: 'GET', url, signal, busyMs });
      const read = answer.safeParse(body);
      if (status >= 400 || !read.success)
        throw new LegalFault('down', { cause: new Error(`answered ${status}: ${JSON.stringify(body).slice(0, 300)}`) });
      found.push(...read.data.items);
      if (read.data.items.length < perPage || found.length >= (read.data.count ?? 0)) break;
    }
    if (found.length === 0) return undefined;
    const people = new Map<string, string>();
    for (const { destinatarios } of found)
      for (const { nome, polo } of destinatarios ?? []) {
        const name = plain(nome, 200);
        if (name !== '') people.set(name, sides[(polo ?? '').toUpperCase()] ?? plain(polo, 40));
      }
    const newest = found.toSorted((one, other) =>
      (courtDay(other.data_disponibilizacao) ?? '').localeCompare(courtDay(one.data_disponibilizacao) ?? ''),
    )[0];
    const day = courtDay(newest?.data_disponibilizacao);
    return {
      className: plain(newest?.nomeClasse, 300) || null,
      startAt: null,
      updatedAt: day === undefined ? null : startOfDay(day).toISOString(),
      judge: null,
      value: null,
      control: null,
      subject: null,
      jurisdiction: plain(newest?.nomeOrgao, 300) || null,
      instances: [],
      people: [...people].slice(0, 200).map(([name, description]) => ({ name, description, lawyers: [] })),
      lawyers: lawyersOf(found),
      steps: found.flatMap((one) => stepOf(one) ?? []),
    };
  },
};
