import { useId } from 'react';
import { Button, Field, Input, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Filled, ErrorCircle16Filled, Search20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { maskCnj, readCnj } from '../../cnj.ts';

const useStyles = makeStyles({
  line: { display: 'flex', gap: '8px', alignItems: 'flex-start' },
  field: { flexGrow: 1, minWidth: 0 },
  input: {
    width: '100%',
    minWidth: 0,
    fontVariantNumeric: 'tabular-nums',
    '& input::-webkit-search-cancel-button': { display: 'none' },
  },
  button: { marginTop: '26px' },
  word: { display: 'flex', alignItems: 'center', gap: '4px', marginTop: '4px', minHeight: '20px' },
  ok: { color: ext.ok },
  bad: { color: ext.bad },
  quiet: { color: tokens.colorNeutralForeground3 },
});

export interface CnjFieldProps {
  value: string;
  onChange(masked: string): void;
  /** Called with the 20 digits by Enter or the button; only for a valid number. */
  onSearch(cnj: string): void;
  isSearching: boolean;
}

/** The number of a case: masked and checked while it is typed, pasted in any form. */
export function CnjField({ value, onChange, onSearch, isSearching }: CnjFieldProps) {
  const t = useT();
  const styles = useStyles();
  const word = useId();
  const read = readCnj(value);
  const search = (): void => {
    if (read.state === 'valid' && !isSearching) onSearch(read.cnj);
  };
  return (
    <div className={styles.line}>
      <div className={styles.field}>
        <Field label={{ children: t('number.label') }}>
          <Input
            type="search"
            className={styles.input}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            placeholder="0000000-00.0000.0.00.0000"
            value={value}
            aria-describedby={word}
            aria-invalid={read.state === 'check' || read.state === 'court' || read.state === 'long'}
            onChange={(_, field) => {
              // A number that lost its zeros is completed once it is pasted, not while somebody types.
              const pasted = readCnj(field.value);
              const isLonger = field.value.length > value.length + 1;
              onChange(maskCnj(isLonger && pasted.state === 'valid' ? pasted.cnj : field.value));
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              search();
            }}
          />
        </Field>
        <div id={word} className={styles.word} role="status">
          <NumberWord value={value} />
        </div>
      </div>
      <Button
        className={styles.button}
        icon={isSearching ? <Spinner size="extra-tiny" aria-hidden="true" /> : <Search20Regular />}
        disabledFocusable={read.state !== 'valid' || isSearching}
        onClick={search}
      >
        {t('number.search')}
      </Button>
    </div>
  );
}

function NumberWord({ value }: { value: string }) {
  const t = useT();
  const styles = useStyles();
  const read = readCnj(value);
  if (read.state === 'valid')
    return (
      <>
        <CheckmarkCircle16Filled className={styles.ok} aria-hidden />
        <span className={styles.ok}>{t('number.valid', { court: read.court.name })}</span>
      </>
    );
  if (read.state === 'check' || read.state === 'court' || read.state === 'long')
    return (
      <>
        <ErrorCircle16Filled className={styles.bad} aria-hidden />
        <span className={styles.bad}>{t(`number.${read.state}`)}</span>
      </>
    );
  return (
    <span className={styles.quiet}>
      {read.state === 'short' ? t('number.short', { count: read.wanted }) : t('number.empty')}
    </span>
  );
}
