import { useEffect, useRef, useState } from 'react';
import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { Checkmark20Filled, Copy20Regular, Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons';
import { useT } from '../index.ts';
import { Heard } from './Heard.tsx';
import { IconButton } from './IconButton.tsx';
import { ext } from './tokens.ts';

export interface CopyFieldProps {
  value: string;
  /** The field's name. */
  label: string;
  /** Shown as dots until asked for. */
  secret?: boolean;
  onCopied?: () => void;
  id?: string;
}

const useStyles = makeStyles({
  field: { width: '100%', fontVariantNumeric: 'tabular-nums' },
  done: { color: ext.ok },
  end: { display: 'flex', gap: '2px', color: tokens.colorNeutralForeground2 },
});

/** A text people take elsewhere: read-only, whole on focus, copied by one button. */
export function CopyField({ value, label, secret, onCopied, id }: CopyFieldProps) {
  const t = useT('shell');
  const styles = useStyles();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const [shown, setShown] = useState(!secret);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = window.setTimeout(() => setCopied(false), 1500);
    return () => window.clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      onCopied?.();
    } catch {
      // No clipboard here (plain http, or refused): choose the text, so that the keyboard can copy it.
      setShown(true);
      field.current?.focus();
      field.current?.select();
    }
  };

  return (
    <>
      <Input
        {...(id ? { id } : {})}
        className={styles.field}
        input={{ ref: field }}
        readOnly
        type={shown ? 'text' : 'password'}
        value={value}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
        contentAfter={
          <span className={styles.end}>
            {secret && (
              <IconButton
                size="small"
                icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
                label={t(shown ? 'ui.hide' : 'ui.show')}
                onClick={() => setShown(!shown)}
              />
            )}
            <IconButton
              size="small"
              icon={copied ? <Checkmark20Filled className={styles.done} /> : <Copy20Regular />}
              label={t(copied ? 'ui.copied' : 'ui.copy')}
              onClick={() => void copy()}
            />
          </span>
        }
      />
      <Heard live="polite">{copied ? t('ui.copied') : ''}</Heard>
    </>
  );
}
