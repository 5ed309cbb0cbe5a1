import {
  ProgressBar as FluentProgressBar,
  type ProgressBarProps as FluentProgressBarProps,
} from '@fluentui/react-components';

type Named = { 'aria-label': string } | { 'aria-labelledby': string } | { 'aria-hidden': true | 'true' };

/** What is under way has to be said: `aria-label`, or `aria-hidden` where a text beside it says the same. */
export type ProgressBarProps = FluentProgressBarProps & Named;

/** How far something is; without `value`, that it goes on. */
export function ProgressBar(props: ProgressBarProps) {
  return <FluentProgressBar {...props} />;
}
