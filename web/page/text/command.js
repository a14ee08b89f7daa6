// A question as a command for a shell.

/** @param {string} word */
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** @param {import("../shapes.js").Question} question */
export const commandOf = (question) =>
  `latewood call ${question.operation} ${quoted(JSON.stringify(question.args))}`;
