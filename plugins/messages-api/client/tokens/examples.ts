export type ExampleLanguage = 'curl' | 'javascript' | 'python';
export const exampleLanguages: readonly { value: ExampleLanguage; label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
];

/** Placeholder for a token in examples. */
export const tokenPlaceholder = 'SEU_TOKEN';
const number = '5511987654321';

/** Returns an example that sends a message, in one of three languages; each can be pasted and run unchanged. */
export const example = (language: ExampleLanguage, origin: string, token: string): string => {
  const url = `${origin}/api/messages/send`;
  if (language === 'curl')
    return `curl -X POST '${url}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: pedido-1001' \\
  -d '{"number":"${number}","body":"Seu pedido saiu para entrega!"}'`;
  if (language === 'javascript')
    return `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${token}',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'pedido-1001',
  },
  body: JSON.stringify({
    number: '${number}',
    body: 'Seu pedido saiu para entrega!',
  }),
});
console.log(response.status, await response.json());`;
  return `import requests

response = requests.post(
    "${url}",
    headers={
        "Authorization": "Bearer ${token}",
        "Idempotency-Key": "pedido-1001",
    },
    json={"number": "${number}", "body": "Seu pedido saiu para entrega!"},
    timeout=30,
)
print(response.status_code, response.json())`;
};
