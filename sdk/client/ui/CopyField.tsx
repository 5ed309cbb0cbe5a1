import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { Checkmark20Filled, Copy20Regular, Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons';
import { useT } from '../index.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import { IconButton } from './IconButton.tsx';
import { ext } from './tokens.ts';

interface CommonProps {
  /** The text to copy. */
  value: string;
  /** Accessible name of the field; it is not displayed. */
  label: string;
  /** Called after the text was copied with the button. */
  onCopied?: () => void;
  id?: string;
}
interface LineProps extends CommonProps {
  /** Shows dots instead of the value until it is revealed. A new value is hidden again. */
  secret?: boolean;
  code?: never;
}
interface CodeProps extends CommonProps {
  /** Shows the whole value as wrapped lines of code. Code is always readable, so that it cannot be `secret`. */
  code: boolean;
  secret?: never;
}
export type CopyFieldProps = LineProps | CodeProps;

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

/**
 * A read-only text with a copy button: a field of one line that is selected as a whole on focus, or a block of code
 * with `code`.
 */
export function CopyField({ value, label, secret, code, onCopied, id }: CopyFieldProps) {
  const t = useT('shell');
  const styles = useStyles();
  const field = useRef<HTMLInputElement>(null);
  const block = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  const [revealed, setRevealed] = useState<string>();
  const isShown = !secret || revealed === value;

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
      // The clipboard is unavailable (plain http, or refused), so the text is selected for copying with the keyboard.
      // Browsers do not copy from password fields: a secret has to be revealed for that.
      flushSync(() => setRevealed(value));
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
        type={isShown ? 'text' : 'password'}
        value={value}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
        contentAfter={
          <span className={styles.end}>
            {secret && (
              <IconButton
                size="small"
                icon={isShown ? <EyeOff20Regular /> : <Eye20Regular />}
                label={t(isShown ? 'ui.hide' : 'ui.show')}
                onClick={() => setRevealed(isShown ? undefined : value)}
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
