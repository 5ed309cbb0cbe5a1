import { sql, type Scope } from '@balcao/sdk/server';
import type { TemplateMessage } from '@balcao/connections/contract';
import { maskedCnj } from '../cases/case-view.ts';
import { companyWords } from '../cases/company-words.ts';
import { shownDay } from '../cases/shown-day.ts';
import type { WrittenStep } from './words.ts';

/** The values that a template may name, of the newest step. */
export const templateNames = ['nome', 'processo', 'andamento', 'explicado', 'data', 'empresa'] as const;
type Values = Readonly<Record<(typeof templateNames)[number], string>>;

export const templateOf = async (scope: Scope, connectionId: number): Promise<TemplateMessage | undefined> =>
  (
    await scope.sql.one<{ template: TemplateMessage }>(
      sql`select template from legal_process.notice_template where connection_id = ${connectionId}`,
    )
  )?.template;

/** Fills `{nome}` and its like; other braces stay. */
export const filledTemplate = (template: TemplateMessage, values: Values): TemplateMessage => ({
  ...template,
  variables: Object.fromEntries(
    Object.entries(template.variables ?? {}).map(([key, text]) => [
      key,
      text.replaceAll(/\{(\w+)\}/g, (all, name: string) => (name in values ? values[name as keyof Values] : all)),
    ]),
  ),
});

/** The values for the steps that a contact is to hear of. Networks accept no lines within a value. */
export const templateValues = async (
  scope: Scope,
  name: string,
  cnj: string,
  [newest, ...older]: readonly [WrittenStep, ...WrittenStep[]],
): Promise<Values> => {
  const wordsOf = await companyWords(scope);
  const more = scope.t(older.length === 1 ? 'told.oneMore' : 'told.more', { count: older.length });
  return {
    nome: name,
    processo: maskedCnj(cnj),
    andamento: older.length === 0 ? newest.title : `${newest.title}, ${more}`,
    explicado: wordsOf(newest.code) ?? newest.title,
    data: shownDay(newest.at, scope.language),
    empresa: scope.company.name,
  };
};
