import { useRef, useState, type KeyboardEvent } from 'react';
import { Textarea, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { BracesVariable20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton, ext, tint } from '@balcao/sdk/ui';
import { Row } from './parts.tsx';

const useStyles = makeStyles({
  field: { position: 'relative', display: 'flex', flexDirection: 'column', minWidth: 0 },
  area: { '& textarea': { minHeight: '76px', paddingBottom: '26px' } },
  short: { '& textarea': { minHeight: '32px', paddingBottom: '26px' } },
  tools: {
    position: 'absolute',
    left: '4px',
    bottom: '4px',
    right: '8px',
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    pointerEvents: 'none',
    '& button': { pointerEvents: 'auto' },
  },
  count: {
    fontSize: tokens.fontSizeBase100,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  list: {
    position: 'absolute',
    zIndex: 5,
    top: '100%',
    left: 0,
    right: 0,
    maxHeight: '200px',
    overflowY: 'auto',
    margin: '4px 0 0',
    padding: '4px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow16,
  },
  option: {
    width: '100%',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    padding: '5px 8px',
    borderRadius: tokens.borderRadiusSmall,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
  },
  active: { backgroundColor: tint(8) },
});

interface VariableTextProps {
  label: string;
  value: string;
  onChange(value: string): void;
  variables: readonly string[];
  max?: number;
  hint?: string;
  error?: string | undefined;
  placeholder?: string;
  /** One line high at first. */
  isShort?: boolean;
}

/** The part of a text before the cursor that begins a variable: `%no`. */
const begun = (before: string): string | undefined => /%([\p{L}\p{N}_.-]{0,60})$/u.exec(before)?.[1];
/** True if an odd number of `%` comes before: the last one opens a name rather than closing one. */
const opens = (before: string): boolean => ((before.split('\n').at(-1) ?? '').match(/%/g)?.length ?? 0) % 2 === 1;

/** A text of the flow. Typing `%` offers the variables. */
export function VariableText(props: VariableTextProps) {
  const { label, value, onChange, variables, max = 4096, hint, error, placeholder, isShort } = props;
  const t = useT();
  const styles = useStyles();
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const offered =
    typed === undefined ? [] : variables.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  const isOpen = offered.length > 0;

  const look = () => {
    const field = area.current;
    const before = field ? field.value.slice(0, field.selectionStart) : '';
    setTyped(opens(before) ? begun(before) : undefined);
    setActive(0);
  };
  const insert = (name: string) => {
    const field = area.current;
    if (!field) return;
    const at = field.selectionStart;
    const before = field.value.slice(0, at);
    const start = typed !== undefined && opens(before) ? at - (begun(before)?.length ?? 0) - 1 : at;
    const written = `%${name}%`;
    onChange(field.value.slice(0, start) + written + field.value.slice(field.selectionEnd));
    setTyped(undefined);
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(start + written.length, start + written.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) setActive((active + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') insert(offered[active] ?? '');
    else if (event.key === 'Escape') setTyped(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Row label={label} hint={hint} error={error}>
      <div className={styles.field}>
        <Textarea
          ref={area}
          className={mergeClasses(styles.area, isShort && styles.short)}
          resize="vertical"
          aria-label={label}
          aria-autocomplete="list"
          value={value}
          maxLength={max}
          {...(placeholder !== undefined && { placeholder })}
          onChange={(_, data) => {
            onChange(data.value);
            requestAnimationFrame(look);
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            setTyped(undefined);
          }}
        />
        <div className={styles.tools}>
          <IconButton
            size="small"
            icon={<BracesVariable20Regular />}
            label={t('form.insertVariable')}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              area.current?.focus();
              setTyped(typed === undefined ? '' : undefined);
              setActive(0);
            }}
          />
          {isFocused && <span className={styles.count}>{t('form.count', { count: value.length, max })}</span>}
        </div>
        {isOpen && (
          <div className={styles.list} role="listbox" tabIndex={-1} aria-label={t('form.variables')}>
            {offered.map((name, index) => (
              <button
                key={name}
                type="button"
                tabIndex={-1}
                role="option"
                aria-selected={index === active}
                className={mergeClasses(styles.option, index === active && styles.active)}
                // The text keeps the cursor.
                onMouseDown={(event) => {
                  event.preventDefault();
                  insert(name);
                }}
                onMouseEnter={() => setActive(index)}
              >
                %{name}%
              </button>
            ))}
          </div>
        )}
      </div>
    </Row>
  );
}
