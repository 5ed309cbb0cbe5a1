import { useEffect, useState } from 'react';
import { makeStyles } from '@fluentui/react-components';
import { Checkmark16Filled, Copy16Regular } from '@fluentui/react-icons';
import { useT, useToasts } from '@balcao/sdk/client';
import { VisuallyHidden, IconButton, ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({ button: { flexShrink: 0 }, done: { color: ext.ok } });

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = window.setTimeout(() => setCopied(false), 1500);
    return () => window.clearTimeout(timer);
  }, [copied]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toasts.error(t('copy.refused'));
    }
  };
  return (
    <>
      <IconButton
        className={styles.button}
        icon={copied ? <Checkmark16Filled className={styles.done} /> : <Copy16Regular />}
        label={copied ? t('copy.done') : label}
        onClick={() => void copy()}
      />
      <VisuallyHidden live="polite">{copied ? t('copy.done') : ''}</VisuallyHidden>
    </>
  );
}
