import { cloneElement, isValidElement, useContext, useId, useState, type ReactElement, type ReactNode } from 'react';
import { Field, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ErrorCircle12Filled } from '@fluentui/react-icons';
import { FormLayoutContext, RowFaultContext, useFieldLabel, useFormErrors } from './form-errors.ts';
import { ext } from './tokens.ts';

export interface FormRowProps {
  label: string;
  /** One line of help under the label. */
  help?: ReactNode;
  /** The field's name on the server: its error is shown here automatically. */
  name?: string;
  /** An error found by the form itself, phrased as an instruction. */
  error?: string | undefined;
  required?: boolean;
  /** One control. It receives its id and labels from the row. */
  children: ReactNode;
}

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 260px',
    alignItems: 'center',
    columnGap: '24px',
    minHeight: '56px',
    padding: '9px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderBottom: 'none' },
    '@media (max-width: 859px)': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '8px', padding: '12px' },
  },
  // A switch needs no column of its own: the text takes the width that it has in the other rows of a page.
  small: {
    gridTemplateColumns: 'minmax(0, 444px) minmax(0, 1fr)',
    '@media (max-width: 859px)': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  },
  wide: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '8px', padding: '12px 16px' },
  label: { fontWeight: tokens.fontWeightSemibold, display: 'block' },
  help: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    display: 'block',
  },
  control: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', minWidth: 0 },
  // A switch has a margin of its own; this aligns its track with the other controls.
  end: { alignItems: 'flex-end', '& > .fui-Switch': { marginRight: '-8px' } },
  error: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    marginTop: '4px',
    color: ext.bad,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** A control with its label, one line of help and its error: side by side on pages, stacked in dialogs. */
export function FormRow(
  props: FormRowProps & {
    /** True for a switch or button: placed at the end of the line. */
    end?: boolean;
    /** Places the control below the texts, over the full width. */
    wide?: boolean;
  },
) {
  const { label, help, name, required, children, end, wide } = props;
  const layout = useContext(FormLayoutContext);
  const errors = useFormErrors();
  useFieldLabel(name, label);
  const [typedWrong, setTypedWrong] = useState<string>();
  const error = props.error ?? typedWrong ?? (name ? errors.of(name) : undefined);
  const styles = useStyles();
  const id = useId();

  if (layout === 'stack') {
    return (
      <RowFaultContext value={setTypedWrong}>
        <Field
          label={label}
          required={required === true}
          {...(help ? { hint: { children: help } } : {})}
          {...(name ? { onInput: () => errors.changed(name) } : {})}
          {...(error ? { validationState: 'error', validationMessage: error } : {})}
        >
          {isValidElement(children) ? children : <div>{children}</div>}
        </Field>
      </RowFaultContext>
    );
  }
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  const control = isValidElement(children)
    ? cloneElement(children as ReactElement<Record<string, unknown>>, {
        id,
        'aria-labelledby': `${id}-label`,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })
    : children;
  return (
    <RowFaultContext value={setTypedWrong}>
      <div className={mergeClasses(styles.row, end && styles.small, wide && styles.wide)}>
        <div>
          <label id={`${id}-label`} htmlFor={id} className={styles.label}>
            {label}
            {required && <span aria-hidden="true"> *</span>}
          </label>
          {help && (
            <span id={`${id}-help`} className={styles.help}>
              {help}
            </span>
          )}
        </div>
        <div className={mergeClasses(styles.control, end && styles.end)}>
          {control}
          {error && (
            <span id={`${id}-error`} className={styles.error} role="alert">
              <ErrorCircle12Filled aria-hidden="true" />
              {error}
            </span>
          )}
        </div>
      </div>
    </RowFaultContext>
  );
}

const useGroupStyles = makeStyles({
  section: { maxWidth: '760px', marginBottom: '32px', scrollMarginTop: '24px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: '2px 0 0', color: tokens.colorNeutralForeground3 },
  card: {
    marginTop: '12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    overflow: 'hidden',
  },
});

/** A titled card of `FormRow`s, at most 760 px wide. */
export function FormGroup(props: { id?: string; title: string; text?: ReactNode; children: ReactNode }) {
  const styles = useGroupStyles();
  const { id, title, text, children } = props;
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading} {...(id ? { id } : {})}>
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.card}>{children}</div>
    </section>
  );
}
