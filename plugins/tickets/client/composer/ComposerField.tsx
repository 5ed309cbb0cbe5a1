import { makeStyles, tokens } from '@fluentui/react-components';
import { useLayoutEffect } from 'react';
import type { ComponentPropsWithoutRef, RefObject } from 'react';
import { ext } from '@balcao/sdk/ui';
import { SuggestedMark } from './SuggestedMark.tsx';

const maxLines = 5;

const useStyles = makeStyles({
  // Around the field and not inside it, so that scrolling shows whole lines.
  place: { display: 'flex', flexGrow: 1, padding: '12px 14px 4px' },
  written: { position: 'relative', display: 'flex', flexGrow: 1, minWidth: 0 },
  text: {
    width: '100%',
    padding: 0,
    border: 'none',
    outline: 'none',
    resize: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
    fieldSizing: 'content',
    maxHeight: `calc(${maxLines} * ${ext.lineHeightMessage})`,
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
  },
});

const growsByItself = (): boolean => CSS.supports('field-sizing', 'content');

export interface ComposerFieldProps extends Omit<ComponentPropsWithoutRef<'textarea'>, 'className'> {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  /** The part of it that a program wrote and nobody has edited. */
  marked?: string | undefined;
}

/** A field that grows to five lines and then scrolls. */
export function ComposerField({ field, value, marked, ...rest }: ComposerFieldProps) {
  const styles = useStyles();
  // Only for browsers without `field-sizing`: measuring makes typing slow.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || growsByItself()) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, value]);
  return (
    // The whole area focuses the field, also below a single line.
    <div
      className={styles.place}
      onPointerUp={({ target, currentTarget }) => target === currentTarget && field.current?.focus()}
    >
      <div className={styles.written}>
        <textarea ref={field} className={styles.text} rows={1} value={value} spellCheck {...rest} />
        {marked !== undefined && <SuggestedMark field={field} value={value} marked={marked} />}
      </div>
    </div>
  );
}
