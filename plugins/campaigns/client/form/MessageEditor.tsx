import { useRef } from 'react';
import { Button, Textarea, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { unknownVariables } from './form-values.ts';

const maxCharacters = 5000;

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '4px' },
  text: { '& textarea': { minHeight: '144px' } },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px' },
  variable: { minWidth: 'auto', color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightRegular },
  count: {
    marginInlineStart: 'auto',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  fault: { color: ext.bad, fontSize: tokens.fontSizeBase200, ':empty': { display: 'none' } },
});

export interface MessageEditorProps {
  label: string;
  value: string;
  onChange(value: string): void;
  variables: readonly string[];
  fault: string | undefined;
  readOnly: boolean;
}

/** A text with its variables as buttons, the count, and unknown variables in words. */
export function MessageEditor({ label, value, onChange, variables, fault, readOnly }: MessageEditorProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const text = useRef<HTMLTextAreaElement>(null);
  const unknown = unknownVariables(value, variables);
  const wrap = (before: string, after: string): void => {
    const from = text.current?.selectionStart ?? value.length;
    const to = text.current?.selectionEnd ?? from;
    const chosen = value.slice(from, to);
    onChange(value.slice(0, from) + before + chosen + after + value.slice(to));
    requestAnimationFrame(() => {
      const caret = from + before.length + chosen.length + (chosen === '' ? 0 : after.length);
      text.current?.focus();
      text.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <div className={styles.whole}>
      <Textarea
        ref={text}
        className={styles.text}
        aria-label={label}
        resize="vertical"
        readOnly={readOnly}
        maxLength={maxCharacters}
        value={value}
        onChange={(_, { value: typed }) => onChange(typed)}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey)) return;
          const sign = event.key === 'b' ? '*' : event.key === 'i' ? '_' : undefined;
          if (!sign) return;
          event.preventDefault();
          wrap(sign, sign);
        }}
      />
      <div className={styles.tools} role="group" aria-label={t('form.variables')}>
        {!readOnly &&
          variables.map((name) => (
            <Button
              key={name}
              className={styles.variable}
              size="small"
              appearance="transparent"
              onClick={() => wrap(`{${name}}`, '')}
            >
              {`{${name}}`}
            </Button>
          ))}
        <span className={styles.count}>
          {t('form.count', { count: format.number(value.length), most: format.number(maxCharacters) })}
        </span>
      </div>
      <span role="status" className={mergeClasses(styles.fault)}>
        {fault ??
          (unknown.length > 0 ? t('form.unknown', { names: unknown.map((name) => `{${name}}`).join(', ') }) : '')}
      </span>
    </div>
  );
}
