import { useEffect, useRef, useState } from 'react';
import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { Checkmark20Filled, Copy20Regular, Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons';
import { useT } from '../index.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import { IconButton } from './IconButton.tsx';
import { ext } from './tokens.ts';

export interface CopyFieldProps {
  value: string;
  /** The field's name. */
  label: string;
  /** Shown as dots until revealed. */
  secret?: boolean;
  /** True for code: all of it is shown, in lines as wide as there is room. */
  code?: boolean;
  onCopied?: () => void;
  id?: string;
}

const useStyles = makeStyles({
  field: { width: '100%', fontVariantNumeric: 'tabular-nums' },
  done: { color: ext.ok },
  code: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    padding: '8px 8px 8px 14px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    '& pre': {
      flexGrow: 1,
      minWidth: 0,
      margin: 0,
      padding: '6px 0',
      fontFamily: tokens.fontFamilyMonospace,
      fontSize: tokens.fontSizeBase200,
      lineHeight: tokens.lineHeightBase300,
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      borderRadius: tokens.borderRadiusSmall,
    },
    '& pre:focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  end: { display: 'flex', gap: '2px', color: tokens.colorNeutralForeground2 },
});

/** A text to copy: read-only, selected as a whole on focus, with a copy button. */
export function CopyField({ value, label, secret, code, onCopied, id }: CopyFieldProps) {
  const t = useT('shell');
  const styles = useStyles();
  const field = useRef<HTMLInputElement>(null);
  const block = useRef<HTMLPreElement>(null);
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
      // The clipboard is unavailable (plain http, or refused): select the text, so that the keyboard can copy it.
      setShown(true);
      field.current?.focus();
      field.current?.select();
      block.current?.focus();
      if (block.current) window.getSelection()?.selectAllChildren(block.current);
    }
  };
  const button = (
    <IconButton
      size="small"
      icon={copied ? <Checkmark20Filled className={styles.done} /> : <Copy20Regular />}
      label={t(copied ? 'ui.copied' : 'ui.copy')}
      onClick={() => void copy()}
    />
  );
  const announcement = <VisuallyHidden live="polite">{copied ? t('ui.copied') : ''}</VisuallyHidden>;
  if (code)
    return (
      <div className={styles.code} {...(id ? { id } : {})}>
        <pre ref={block} role="group" aria-label={label} tabIndex={0}>
          {value}
        </pre>
        {button}
        {announcement}
      </div>
    );

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
            {button}
          </span>
        }
      />
      {announcement}
    </>
  );
}
