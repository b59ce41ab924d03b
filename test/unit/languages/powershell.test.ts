import assert from 'node:assert/strict';
import { chunkWith, globalsOf, searchedChunks, symbolsOf } from './expect-uses';

const source = `using namespace System.Text
Import-Module Storage

$Root = 'C:\\data'
$Count = 0

<#
.SYNOPSIS
Reads a file.
#>
function Get-Data {
    param([string]$Name, [int]$Count = 1)
    Join-Path $Root $Name | Select-Object -First $Count
}

function Set-Data($Name, $Value) {
    $Root = 'D:\\'
    get-data -Name $Name | Out-File "$Root\\$Value"
}

class Store {
    [string] $Name
    [void] Save([string] $Root) { Set-Data $this.Name $Root }
}

function New-Store {
    Write-Verbose 'A new store is made, with nothing in it'
    $made = [Store]::new()
    $made.Name = 'data'
    return $made
}
`;

describe('PowerShell', () => {
  it('finds functions in any letter case, and types', async () => {
    const chunks = await searchedChunks('store.ps1', source, 45);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function Set-Data')), ['Get-Data']);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function New-Store')), ['Store']);
  });

  it('parameters and assigned locals hide script variables', async () => {
    const chunks = await searchedChunks('store.ps1', source, 60);
    assert.deepEqual(globalsOf(chunkWith(chunks, 'function Get-Data')), ['$Root']);
  });

  it('lists the members of a class', async () => {
    assert.deepEqual(symbolsOf([chunkWith(await searchedChunks('store.ps1', source, 400), 'class Store')]).slice(-4), [
      'class Store',
      'property $Name',
      'method Save',
      'function New-Store',
    ]);
  });

  it('lists functions, classes and variables, and keeps help with its function', async () => {
    const chunks = await searchedChunks('store.ps1', source, 60);
    const symbols = symbolsOf(chunks);
    for (const symbol of ['variable $Root', 'function Get-Data', 'function Set-Data', 'class Store']) {
      assert.ok(symbols.includes(symbol), `${symbol} is not in ${symbols.join(', ')}`);
    }
    assert.match(chunkWith(chunks, 'function Get-Data').text, /\.SYNOPSIS/);
  });
});
