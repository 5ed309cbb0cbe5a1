import { useEffect, useRef } from 'react';
import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton, ext, useFormErrors } from '@balcao/sdk/ui';
import type { ExtraInfo } from './contact-row.ts';

const useStyles = makeStyles({
  group: { display: 'flex', flexDirection: 'column', gap: '8px' },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  title: { fontWeight: tokens.fontWeightSemibold },
  line: { display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) auto', gap: '8px' },
  fault: { color: ext.bad, fontSize: tokens.fontSizeBase200 },
});

export interface ExtraInfoFieldsProps {
  lines: readonly ExtraInfo[];
  onChange(lines: ExtraInfo[]): void;
}

/** The fields for extra information: one name and one value per line. */
export function ExtraInfoFields({ lines, onChange }: ExtraInfoFieldsProps) {
  const t = useT();
  const styles = useStyles();
  const fault = useFormErrors().of('extraInfo');
  const group = useRef<HTMLDivElement>(null);
  // The focus moves into a line that was added; after a line was removed it would be lost.
  const next = useRef<'line' | 'add'>(undefined);
  useEffect(() => {
    if (next.current === 'line')
      group.current?.querySelector<HTMLElement>(`[data-line="${lines.length - 1}"] input`)?.focus();
    if (next.current === 'add') group.current?.querySelector('button')?.focus();
    next.current = undefined;
  }, [lines.length]);
  const change = (at: number, part: Partial<ExtraInfo>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));

  return (
    <div ref={group} role="group" aria-label={t('extra.title')} className={styles.group}>
      <div className={styles.head}>
        <span className={styles.title}>{t('extra.title')}</span>
        <Button
          size="small"
          appearance="subtle"
          icon={<Add20Regular />}
          onClick={() => {
            next.current = 'line';
            onChange([...lines, { name: '', value: '' }]);
          }}
        >
          {t('extra.add')}
        </Button>
      </div>
      {lines.map((line, index) => (
        <div key={index} data-line={index} className={styles.line}>
          <Input
            value={line.name}
            maxLength={100}
            aria-label={t('extra.name')}
            placeholder={t('extra.name')}
            onChange={(_, { value }) => change(index, { name: value })}
          />
          <Input
            value={line.value}
            maxLength={2000}
            aria-label={t('extra.value')}
            placeholder={t('extra.value')}
            onChange={(_, { value }) => change(index, { value })}
          />
          <IconButton
            icon={<Delete20Regular />}
            label={t('extra.remove', { name: line.name || t('extra.line') })}
            onClick={() => {
              next.current = 'add';
              onChange(lines.filter((_, at) => at !== index));
            }}
          />
        </div>
      ))}
      {fault && (
        <span role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
    </div>
  );
}
