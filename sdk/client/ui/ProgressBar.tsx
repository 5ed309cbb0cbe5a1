import {
  ProgressBar as FluentProgressBar,
  type ProgressBarProps as FluentProgressBarProps,
} from '@fluentui/react-components';

type Named = { 'aria-label': string } | { 'aria-labelledby': string } | { 'aria-hidden': true | 'true' };

/** A name is required: `aria-label`, or `aria-hidden` if a text beside the bar says the same. */
export type ProgressBarProps = FluentProgressBarProps & Named;

/** The progress of an operation; without `value`, that it is in progress. */
export function ProgressBar(props: ProgressBarProps) {
  return <FluentProgressBar {...props} />;
}
