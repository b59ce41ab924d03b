@Library('shared') _

def image = 'node:20'

def runSuite(String name) {
    return sh(script: "npm run test:${name}", returnStatus: true)
}

pipeline {
    agent { label 'linux' }
    options {
        timeout(time: 30, unit: 'MINUTES')
    }
    environment {
        CI = 'true'
    }
    stages {
        stage('Build') {
            steps {
                sh 'npm ci'
                sh "docker build -t ${image} ."
            }
        }
        stage('Test') {
            when { branch 'main' }
            steps {
                script {
                    def failures = 0
                    def suites = ['unit', 'ui']
                    suites.each { suite ->
                        failures += runSuite(suite)
                    }
                    if (failures > 0) {
                        error("failed: ${failures}")
                    }
                }
            }
        }
    }
    post {
        always {
            junit 'reports/*.xml'
        }
    }
}
