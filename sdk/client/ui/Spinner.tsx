import { Spinner as FluentSpinner, type SpinnerProps as FluentSpinnerProps } from '@fluentui/react-components';
import { useT } from '../index.ts';

export type SpinnerProps = FluentSpinnerProps;

/**
 * An operation of unknown duration is in progress. Screen readers read 'Carregando', unless `label`, `aria-label` or,
 * where a text beside it says the same, `aria-hidden` is set.
 */
export function Spinner(props: SpinnerProps) {
  const t = useT('shell');
  const isNamed = props.label ?? props['aria-label'] ?? props['aria-labelledby'] ?? props['aria-hidden'];
  return <FluentSpinner {...(!isNamed && { 'aria-label': t('ui.loading') })} {...props} />;
}
