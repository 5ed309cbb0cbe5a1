/** Id of the job in which a plugin processes existing data after it was switched on. */
export const enabledJob = (plugin: string): string => `${plugin}.on-enabled`;
