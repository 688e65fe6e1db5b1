// Starts `cairn lsp` for C, Ada and LLVM files; everything that is shown comes from there.
"use strict";

const { execFile } = require("node:child_process");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  const own = vscode.workspace.getConfiguration("cairn");
  return { command: own.get("path"), options: own.get("arguments") };
}

async function start() {
  const { command, options } = settings();
  const args = ["lsp", "--", ...options];
  const server = { command, args };
  const documents = ["c", "ada", "llvm"].map((language) => ({ scheme: "file", language }));
  client = new LanguageClient("cairn", "Cairn", server, { documentSelector: documents });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`\`${command} lsp\` does not start: ${error.message}. Set "cairn.path".`);
  }
}

async function restart() {
  if (client) await client.stop();
  await start();
}

// The page is one file that needs neither a server nor the network, so the browser can have it.
function page() {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return;
  const { command, options } = settings();
  const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? path.dirname(document.fileName);
  const file = path.join(os.tmpdir(), `cairn-${path.basename(document.fileName)}.html`);
  const args = ["check", document.fileName, ...options, "--format", `html=${file}`, "--quiet"];
  execFile(command, args, { cwd: folder }, (error, _, said) => {
    // 0, 1 and 2 are answers.
    if (error && !(error.code <= 2)) {
      vscode.window.showErrorMessage(`cairn: ${said || error.message}`);
      return;
    }
    vscode.env.openExternal(vscode.Uri.file(file));
  });
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("cairn.restart", restart),
    vscode.commands.registerCommand("cairn.page", page),
  );
  await start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
