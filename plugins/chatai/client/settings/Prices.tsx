import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormGroup, IconButton, SkeletonRows } from '@balcao/sdk/ui';
import { faultOf, isBlank, microsOf, priceKinds as kinds, type TypedPrice as Typed } from './price-text.ts';

interface Price {
  model: string;
  inputMicros: number;
  cachedMicros: number;
  outputMicros: number;
  minuteMicros: number;
}

const pricesQuery = queryOptions({
  queryKey: ['chatai', 'prices'],
  queryFn: async ({ signal }) => (await api.get<{ records: Price[] }>('/ai/prices', {}, { signal })).records,
});

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(140px, 2fr) repeat(4, minmax(72px, 1fr)) 40px',
    gap: '8px',
    // An error below one field moves none of the others.
    alignItems: 'start',
    '& > button': { marginTop: '22px' },
    padding: '8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& .fui-Input': { minWidth: 0 },
    '@media (max-width: 859px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  field: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
  label: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  error: { color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
  foot: { display: 'flex', gap: '8px', padding: '12px 16px' },
});

const typedOf = (price: Price): Typed => ({
  model: price.model,
  ...(Object.fromEntries(kinds.map((kind) => [kind, String(price[kind] / 1_000_000).replace('.', ',')])) as Record<
    (typeof kinds)[number],
    string
  >),
});
/** Prices of models in reais, for a million tokens and for a minute of audio. */
export function Prices() {
  const prices = useQuery(pricesQuery);
  if (!prices.data) return <SkeletonRows rows={2} />;
  return <PriceForm key={prices.dataUpdatedAt} stored={prices.data} onSaved={() => void prices.refetch()} />;
}

function PriceForm({ stored, onSaved }: { stored: readonly Price[]; onSaved(): void }) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const [rows, setRows] = useState(() => stored.map(typedOf));
  const [isTried, setTried] = useState(false);
  const change = (index: number, part: Partial<Typed>): void =>
    setRows((before) => before.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const fields = useRef(new Map<string, HTMLInputElement>());
  const save = async (): Promise<void> => {
    setTried(true);
    for (const [index, row] of rows.entries())
      for (const name of ['model', ...kinds] as const)
        if (faultOf(row, name) !== undefined) return fields.current.get(`${index}:${name}`)?.focus();
    const records = rows
      .filter((row) => !isBlank(row))
      .map((row) => ({
        model: row.model.trim(),
        ...Object.fromEntries(kinds.map((kind) => [kind, microsOf(row[kind])])),
      }));
    try {
      await api.put('/ai/prices', { records });
      toasts.success(t('form.saved'));
      onSaved();
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <FormGroup title={t('price.title')} text={t('price.text')}>
      {rows.map((row, index) => (
        <div key={index} className={styles.row}>
          {(['model', ...kinds] as const).map((name) => {
            const fault = isTried ? faultOf(row, name) : undefined;
            return (
              <label key={name} className={styles.field}>
                <span className={styles.label}>{t(`price.${name}`)}</span>
                <Input
                  input={{
                    ref: (field) => {
                      if (field) fields.current.set(`${index}:${name}`, field);
                      else fields.current.delete(`${index}:${name}`);
                    },
                  }}
                  inputMode={name === 'model' ? 'text' : 'decimal'}
                  value={row[name]}
                  aria-invalid={fault !== undefined}
                  onChange={(_, { value }) => change(index, { [name]: value })}
                />
                {fault !== undefined && (
                  <span role="alert" className={styles.error}>
                    {t(`price.${fault}`)}
                  </span>
                )}
              </label>
            );
          })}
          <IconButton
            icon={<Delete20Regular />}
            label={t('price.remove', { model: row.model })}
            onClick={() => setRows((before) => before.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div className={styles.foot}>
        <Button
          icon={<Add20Regular />}
          onClick={() =>
            setRows((before) => [
              ...before,
              { model: '', inputMicros: '', cachedMicros: '', outputMicros: '', minuteMicros: '' },
            ])
          }
        >
          {t('price.add')}
        </Button>
        <Button appearance="primary" onClick={() => void save()}>
          {t('chat.save')}
        </Button>
      </div>
    </FormGroup>
  );
}
