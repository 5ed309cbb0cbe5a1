const today = (): string => new Date().toISOString();

/** A case of one instance as Judit writes it, with its steps as date and text. */
export const lawsuit = (cnj: string, steps: readonly [string, string][] = [], more: object = {}): object => ({
  code: cnj.replace(/^(\d{7})(\d{2})(\d{4})(\d)(\d{2})(\d{4})$/, '$1-$2.$3.$4.$5.$6'),
  instance: 1,
  amount: 48_250.9,
  judge: 'Renata Cavalcanti',
  distribution_date: '2025-03-14T00:00:00.000Z',
  updated_at: today(),
  tribunal_acronym: 'TJSP',
  courts: [{ code: '1', name: '2ª Vara Cível' }],
  subjects: [{ code: '1', name: 'Rescisão' }],
  classifications: [{ code: '7', name: 'Procedimento Comum Cível' }],
  parties: [
    { name: 'Maria Aparecida', side: 'Active', lawyers: [{ name: 'Marina Azevedo', license: 'SP284113' }] },
    { name: 'Construtora Sol', side: 'Passive', lawyers: [] },
  ],
  steps: steps.map(([date, content], index) => ({ step_id: `${index}-${content}`, step_date: date, content })),
  ...more,
});
