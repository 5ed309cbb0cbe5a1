/** Whether a change of `file` (relative to the repository, with `/`) needs a new server; browser code is swapped live. */
export function restartsServer(file: string): boolean {
  if (!/\.(ts|json|sql)$/.test(file) || /\.(test|e2e)\.ts$/.test(file)) return false;
  if (/(^|\/)(node_modules|dist|test|client)\//.test(file)) return false;
  if (file.startsWith('kernel/') || /^sdk\/(server|shared)\//.test(file)) return true;
  return /^plugins\/[^/]+\/((server|migrations|locales)\/|(manifest|contract)\.ts$)/.test(file);
}
