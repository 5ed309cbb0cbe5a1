import { Spinner as FluentSpinner, type SpinnerProps as FluentSpinnerProps } from '@fluentui/react-components';
import { useT } from '../index.ts';

export type SpinnerProps = FluentSpinnerProps;

/**
 * Something is under way, for as long as it takes. It says 'Carregando' to those who listen, unless it is told what it
 * is: `label` in words beside it, `aria-label`, or `aria-hidden` where a text beside it says the same.
 */
export function Spinner(props: SpinnerProps) {
  const t = useT('shell');
  const isNamed = props.label ?? props['aria-label'] ?? props['aria-labelledby'] ?? props['aria-hidden'];
  return <FluentSpinner {...(!isNamed && { 'aria-label': t('ui.loading') })} {...props} />;
}
