import { useEffect, useRef } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons';
import { useT, useToasts } from '@balcao/sdk/client';
import { usePartStyles } from './part-styles.ts';

const useStyles = makeStyles({
  codes: {
    margin: 0,
    padding: '12px 16px',
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))',
    gap: '6px 16px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    textAlign: 'center',
  },
});

/** Shows new recovery codes, which are shown only once. */
export function NewCodes({ codes, onKept: onDone }: { codes: readonly string[]; onKept(): void }) {
  const t = useT();
  const toasts = useToasts();
  const parts = usePartStyles();
  const styles = useStyles();
  const list = useRef<HTMLUListElement>(null);
  // The form is gone, so the focus moves to its result.
  useEffect(() => list.current?.focus(), []);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    toasts.success(t('twoStep.copied'));
  };
  return (
    <div className={parts.part}>
      <p className={parts.text}>{t('twoStep.codesText')}</p>
      <ul ref={list} tabIndex={-1} className={styles.codes} aria-label={t('twoStep.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={parts.buttons}>
        <Button appearance="primary" onClick={onDone}>
          {t('twoStep.kept')}
        </Button>
        <Button icon={<Copy20Regular />} onClick={() => void copy().catch(() => undefined)}>
          {t('twoStep.copy')}
        </Button>
      </div>
    </div>
  );
}
