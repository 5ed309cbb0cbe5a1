import { useEffect, useRef, useState } from 'react';
import { Input, makeStyles, mergeClasses } from '@fluentui/react-components';
import { Dismiss16Regular, Search20Regular } from '@fluentui/react-icons';
import { useT } from '../index.ts';
import { IconButton } from './IconButton.tsx';

export interface SearchBoxProps {
  value: string;
  /** Called after a pause of `wait` ms, and at once when the field is cleared or on Enter. */
  onChange(value: string): void;
  placeholder: string;
  /** Name for screen readers; the placeholder if absent. */
  label?: string;
  /** Pause in milliseconds before `onChange`; 500 if absent. */
  wait?: number;
  autoFocus?: boolean;
  width?: number | string;
  className?: string;
}

const useStyles = makeStyles({ box: { width: '100%', '& input': { textOverflow: 'ellipsis' } } });

/** A search field. It shows the typed text at once, and reports it after a pause. Esc clears it. */
export function SearchBox(props: SearchBoxProps) {
  const { value, onChange, placeholder, label, wait = 500, autoFocus, width, className } = props;
  const t = useT('shell');
  const styles = useStyles();
  const [typed, setTyped] = useState(value);
  const reportedValue = useRef(value);
  const timer = useRef<number>(undefined);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;

  useEffect(() => {
    // The owner changed the term itself (a cleared filter, for example): follow it, but never while the person is
    // typing. An owner that searches without surrounding spaces did not change it: more words may follow.
    if (value.trim() !== reportedValue.current.trim()) {
      window.clearTimeout(timer.current);
      reportedValue.current = value;
      setTyped(value);
    }
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const settle = (next: string) => {
    window.clearTimeout(timer.current);
    if (next === reportedValue.current) return;
    reportedValue.current = next;
    latestOnChange.current(next);
  };
  const type = (next: string) => {
    setTyped(next);
    window.clearTimeout(timer.current);
    if (next === '') settle('');
    else timer.current = window.setTimeout(() => settle(next), wait);
  };

  return (
    <Input
      className={mergeClasses(styles.box, className)}
      style={width === undefined ? {} : { width }}
      appearance="filled-darker"
      type="text"
      role="searchbox"
      autoFocus={autoFocus === true}
      value={typed}
      placeholder={placeholder}
      aria-label={label ?? placeholder}
      contentBefore={<Search20Regular />}
      {...(typed
        ? {
            contentAfter: (
              <IconButton
                size="small"
                icon={<Dismiss16Regular />}
                label={t('ui.clearSearch')}
                onClick={() => type('')}
              />
            ),
          }
        : {})}
      onChange={(_, data) => type(data.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(typed);
        if (event.key === 'Escape' && typed) {
          event.stopPropagation();
          type('');
        }
      }}
    />
  );
}
