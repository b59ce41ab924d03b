#Requires -Version 5.1
using namespace System.Collections.Generic
using module ./Tools.psm1

<#
.SYNOPSIS
Backs up folders.
.PARAMETER Path
What to back up.
#>
[CmdletBinding(SupportsShouldProcess = $true)]
param(
    [Parameter(Mandatory = $true, ValueFromPipeline = $true)]
    [ValidateNotNullOrEmpty()]
    [string[]]$Path,

    [ValidateSet('Fast', 'Small')]
    [string]$Mode = 'Fast',

    [switch]$Force
)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$script:count = 0

enum State {
    Open = 1
    Closed
}

class Archive : Resource {
    [string]$Name
    hidden [int]$Size = 0
    static [int]$Total

    Archive([string]$name) {
        $this.Name = $name
    }

    [void] Add([System.IO.FileInfo]$file) {
        $this.Size += $file.Length
        [Archive]::Total++
    }

    static [Archive] Open([string]$path) {
        return [Archive]::new($path)
    }

    [void] Dispose() { }
}

function Get-FileList {
    [OutputType([System.IO.FileInfo])]
    param([string]$Root, [scriptblock]$Filter = { $true })

    begin { Write-Verbose "listing $Root" }
    process {
        Get-ChildItem -Path $Root -Recurse -File |
            Where-Object { $_.Extension -notin '.tmp', '.log' -and (& $Filter $_) } |
            Sort-Object -Property Length -Descending |
            Select-Object -First 10 -Property @{ Name = 'KB'; Expression = { $_.Length / 1024 } }
    }
    end { }
}

filter Skip-Hidden { if (-not $_.Attributes.HasFlag([IO.FileAttributes]::Hidden)) { $_ } }

function Backup-Folder([string]$Folder, [int]$Level = 3) {
    $options = @{
        Path        = $Folder
        Destination = "$Folder-$(Get-Date -Format 'yyyyMMdd').zip"
        Force       = $Force.IsPresent
    }
    try {
        Compress-Archive @options -CompressionLevel Optimal
    }
    catch [System.IO.IOException], [UnauthorizedAccessException] {
        Write-Warning "cannot back up ${Folder}: $($_.Exception.Message)"
        throw
    }
    finally {
        $script:count++
    }
    switch -Regex ($Mode) {
        '^F' { 'fast'; break }
        default { "level $Level" }
    }
}

foreach ($item in $Path) {
    if (-not (Test-Path -LiteralPath $item)) {
        Write-Error "no such folder: $item" -ErrorAction Continue
        continue
    }
    elseif ($PSCmdlet.ShouldProcess($item)) {
        $null = Backup-Folder -Folder $item
    }
    else { break }
}

for ($i = 0; $i -lt 3; $i++) { Write-Host "try $i" -ForegroundColor Green }
do { $i-- } while ($i -gt 0)
$list = [List[int]]::new()
1..5 | ForEach-Object { $list.Add($_ * 2) }
$text = @"
$count folders of $($list.Count)
"@
$raw = @'
not $expanded
'@
$env:BACKUP = $text + $raw
$result = if ($list.Count -gt 3) { 'many' } else { 'few' }
Get-Process pwsh 2>&1 | Out-Null
Write-Output $result
