import { useState } from 'react';
import { Button, Field, Radio, RadioGroup, Spinner, makeStyles } from '@fluentui/react-components';
import { api, useErrorText, useFormat, useSession, useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import type { Duplicates, ImportRow, Verdicts } from './import-row.ts';
import { SkippedRows } from './SkippedRows.tsx';
import { Tally } from './Tally.tsx';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '24px', maxWidth: '960px' },
  foot: { display: 'flex', flexWrap: 'wrap', gap: '8px', justifyContent: 'flex-end' },
});

export interface CheckStepProps {
  importId: number;
  verdicts: Verdicts;
  onBack(): void;
  onStarted(row: ImportRow): void;
}

/** The third step: a preview of the result, before anything is imported. */
export function CheckStep({ importId, verdicts, onBack, onStarted }: CheckStepProps) {
  const t = useT();
  const errorText = useErrorText();
  const format = useFormat();
  const { can } = useSession();
  const styles = useStyles();
  const [duplicates, setDuplicates] = useState<Duplicates>('skip');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const choices = (['skip', 'fill', 'overwrite'] as const).filter(
    (choice) => choice !== 'overwrite' || can('contacts-page:overwriteContacts'),
  );
  const coming = verdicts.new + (duplicates === 'skip' ? 0 : verdicts.known);

  const start = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      onStarted(await api.post<ImportRow>(`/contacts/import/${importId}/start`, { duplicates }));
    } catch (error) {
      setFault(errorText(error));
      setBusy(false);
    }
  };

  return (
    <div className={styles.column}>
      {fault && (
        <Bar tone="bad" alert>
          {fault}
        </Bar>
      )}
      <Tally
        counts={[
          { name: t('import.check.new'), count: verdicts.new },
          { name: t('import.check.known'), count: verdicts.known },
          { name: t('import.check.repeated'), count: verdicts.repeated },
          { name: t('import.check.refused'), count: verdicts.refused },
        ]}
      />
      {verdicts.known > 0 && (
        <Field label={t('import.check.duplicates')}>
          <RadioGroup value={duplicates} onChange={(_, { value }) => setDuplicates(value as Duplicates)}>
            {choices.map((choice) => (
              <Radio key={choice} value={choice} label={t(`import.duplicates.${choice}`)} />
            ))}
          </RadioGroup>
        </Field>
      )}
      <SkippedRows importId={importId} rows={verdicts.leftOut} count={verdicts.refused + verdicts.repeated} />
      <div className={styles.foot}>
        <Button onClick={onBack}>{t('import.back')}</Button>
        <Button
          appearance="primary"
          disabled={coming === 0}
          disabledFocusable={isBusy}
          {...(isBusy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
          onClick={() => !isBusy && void start()}
        >
          {coming === 0
            ? t('import.check.nothing')
            : t('import.check.start', { count: coming, shown: format.number(coming) })}
        </Button>
      </div>
    </div>
  );
}
